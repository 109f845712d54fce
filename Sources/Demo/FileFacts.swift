import BookStore
import Foundation

/// What the header of a database says, read without SQLite, and what lies beside it.
struct FileFacts {
  /// Another number after each change of a table, an index, a view or a trigger.
  let schemaNumber: [UInt8]
  /// The versions for writing and reading: 1 with a rollback journal, 2 with a write-ahead log.
  let journalModes: [UInt8]
  /// The files whose names begin with the database's.
  let filesBeside: [String]

  /// Reads the header, whose places are those of *The SQLite Database File Format*, section 1.3.
  ///
  /// - Throws: `cannotOpen` where the file cannot be read.
  init(path: String) throws(StoreError) {
    do {
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      let header = [UInt8](try handle.read(upToCount: 100) ?? Data())
      guard header.count == 100 else { throw StoreError.notADatabase }
      journalModes = Array(header[18..<20])
      schemaNumber = Array(header[40..<44])
      let file = URL(filePath: path)
      let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
      filesBeside = names.filter { $0.hasPrefix(file.lastPathComponent) && $0 != file.lastPathComponent }
    } catch {
      throw .cannotOpen(path: path, reason: .system(errno: errno))
    }
  }
}
