import BookStore
import Platform
import Records

/// A temporary folder, which is removed with the last reference.
package final class TemporaryFiles {
  private let folder: WorkFolder

  /// - Throws: `cannotOpen`.
  package init() throws(StoreError) {
    folder = try WorkFolder.forStore()
  }

  package func path(of name: String) -> String { folder.path + "/" + name }

  package func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try WholeFile(path, replaces: true, isPrivate: true)
    try DescriptorBytes.writeAll(bytes, to: file.descriptor)
    try file.finish(syncs: false)
  }
}
