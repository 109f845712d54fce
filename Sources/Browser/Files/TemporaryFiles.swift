import BookStore
import Platform
import Records

/// A temporary folder of this program's; it is removed with the last reference.
package final class TemporaryFiles {
  private let folder: WorkFolder

  /// Makes the folder.
  ///
  /// - Throws: `cannotOpen`.
  package init() throws(StoreError) {
    folder = try WorkFolder.forStore()
  }

  /// The path of a file in it.
  package func path(of name: String) -> String { folder.path + "/" + name }

  /// Writes a file.
  package func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try WholeFile(path, replaces: true, isPrivate: true)
    try DescriptorBytes.writeAll(bytes, to: file.descriptor)
    try file.finish(syncs: false)
  }
}
