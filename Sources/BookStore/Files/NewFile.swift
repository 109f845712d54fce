import Platform
import Records
import SQLite

/// Creates a database's file, so that nobody ever sees an incomplete one and no existing file is replaced.
package struct NewFile {
  let path: String

  package init(path: String) { self.path = path }

  package func create(
    makingFolders: Bool = false, _ fill: (_ temporary: String) throws(StoreError) -> Void
  ) throws(StoreError) {
    if let end = FileAccess.companionEnds.first(where: path.hasSuffix) {
      throw .cannotOpen(path: path, reason: .companion(end: end))
    }
    if makingFolders { try makeFolder(Folder.containing(path)) }
    let file = try OutputFile(Text(path), replaces: false, isPrivate: true)
    let temporary = file.temporaryPath
    defer { for end in FileAccess.companionEnds { unlink(temporary + end) } }
    try fill(temporary)
    try file.finish()
  }

  private func makeFolder(_ folder: String) throws(StoreError) {
    do throws(SystemError) { try Folder.make(folder) } catch {
      throw FileAccess.failure(path, error.number)
    }
  }
}
