import BookStore
import Platform
import Records

/// A temporary folder of this program's; it is removed with the last reference.
package final class TemporaryFiles {
  private let folder: String
  private var paths: Set<String> = []

  /// Makes the folder.
  ///
  /// - Throws: `cannotOpen`.
  package init() throws(StoreError) {
    let parent = Environment.value("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/booklist-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .cannotOpen(path: parent, reason: .system(errno: errno)) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for path in paths { unlink(path) }
    rmdir(folder)
  }

  /// The path of a file in it.
  package func path(of name: String) -> String {
    paths.insert(folder + "/" + name)
    return folder + "/" + name
  }

  /// Writes a file.
  package func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try WholeFile(path, replaces: true, isPrivate: true)
    try DescriptorBytes.writeAll(bytes, to: file.descriptor)
    try file.finish(syncs: false)
  }
}
