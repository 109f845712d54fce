import BookStore
import Platform

/// The header of a database, read without SQLite, and the files next to it.
struct FileFacts {
  /// A number that changes with every change of a table, index, view or trigger.
  let schemaNumber: [UInt8]
  /// The format versions for writing and reading: 1 with a rollback journal, 2 with a write-ahead log.
  let journalModes: [UInt8]
  let filesBeside: [String]

  /// The offsets are from *The SQLite Database File Format*, section 1.3.
  init(path: String) throws(StoreError) {
    let header: [UInt8]
    do throws(SystemError) {
      header = try DescriptorBytes.readAll(path, upTo: 100)
      let name = path.split(separator: "/").last ?? ""
      filesBeside = try Folder.names(in: Folder.containing(path)).filter { $0.hasPrefix(name) && $0 != name }
    } catch {
      throw .cannotOpen(path: path, reason: .system(errno: error.number))
    }
    guard header.count == 100 else { throw .notADatabase }
    journalModes = Array(header[18..<20])
    schemaNumber = Array(header[40..<44])
  }
}
