import Foundation

/// The program under test.
enum Program {
  private final class Anchor {}

  /// The built command, which lies where the tests' own bundle does, or the one that BOOKLIST_PROGRAM names.
  static let path: String = {
    if let named = ProcessInfo.processInfo.environment["BOOKLIST_PROGRAM"] { return named }
    let places = [Bundle.main.bundleURL, Bundle(for: Anchor.self).bundleURL.deletingLastPathComponent()]
    let paths = places.map { $0.appending(path: "booklist").path(percentEncoded: false) }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "booklist"
  }()
}
