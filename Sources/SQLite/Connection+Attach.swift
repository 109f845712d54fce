import CSQLite
import Records

extension Connection {
  /// Attaches another database to read it beside this one's own; nothing can be written there.
  ///
  /// No statement of a schema can do that (`Defence`): both locks are open only for this one.
  ///
  /// - Parameters:
  ///   - path: The path of a database that is there.
  ///   - name: What statements call it.
  /// - Throws: Why it cannot be opened.
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

  /// A path as a part of a URI.
  private static func escaped(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      switch byte {
      case 45...57, 65...90, 95, 97...122: text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
    }
  }
}
