extension String {
  /// Whether SQLite considers two names equal: it ignores ASCII case only (see `sqlite3_stricmp`).
  public func isSameName(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8) { Self.folded($0) == Self.folded($1) }
  }

  private static func folded(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}
