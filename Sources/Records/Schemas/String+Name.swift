extension String {
  /// Whether two names of a table or a column are the same to SQLite, which ignores the case of ASCII letters only
  /// (sqlite.org/lang_keywords.html and `sqlite3_stricmp`).
  ///
  /// - Complexity: O(*n*) in the shorter name's bytes.
  public func isSameName(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8) { Self.folded($0) == Self.folded($1) }
  }

  private static func folded(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}
