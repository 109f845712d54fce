import Foundation

/// A folder of its own for a test; it goes with the last reference.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let url: URL

  /// Its path, without a slash at the end.
  package var path: String { url.path }

  /// Makes one with a name of its own in the system's folder for temporary files.
  package convenience init() throws {
    try self.init(at: FileManager.default.temporaryDirectory.appending(path: "booklist-\(UUID().uuidString)"))
  }

  /// Makes one at a place that nothing is at.
  package init(at url: URL) throws {
    self.url = url
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // A process that ends may take its own files away meanwhile, and then the rest would be left.
    for _ in 0..<100 where FileManager.default.fileExists(atPath: path) {
      try? FileManager.default.removeItem(at: url)
    }
  }
}
