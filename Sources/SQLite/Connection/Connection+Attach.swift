import CSQLite
import Records

extension Connection {
  /// Attaches a database read-only, which no statement of a schema can do (`Defence`).
  package func attach(_ path: String, as name: String) throws(StoreError) {
    sqlite3_limit(pointer, SQLITE_LIMIT_ATTACHED, 1)
    sqlite3_set_authorizer(pointer, nil, nil)
    defer {
      csqlite_defend(pointer)
      sqlite3_limit(pointer, SQLITE_LIMIT_ATTACHED, 0)
    }
    try uncachedStatement("ATTACH ? AS \(quoted(name))").run(
      binding: [.text(Text("file:\(Self.escaped(path))?mode=ro"))])
  }

  /// The change counter in the header, or nil; in WAL mode, SQLite need not count each change (fileformat2.html, 1.3.7).
  package func changeCount(of name: String) -> UInt32? {
    Self.header(24..<28, of: name, on: pointer)?.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Bytes of a database's header, read with SQLite's own descriptor; nil if that fails.
  static func header(_ range: Range<Int>, of name: String, on connection: OpaquePointer) -> [UInt8]? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(connection, name, SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let file, let read = file.pointee.pMethods?.pointee.xRead else { return nil }
    var bytes = [UInt8](repeating: 0, count: range.count)
    guard read(file, &bytes, Int32(range.count), Int64(range.lowerBound)) == SQLITE_OK else { return nil }
    return bytes
  }

  private static func escaped(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      switch byte {
      case 45...57, 65...90, 95, 97...122: text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
    }
  }
}
