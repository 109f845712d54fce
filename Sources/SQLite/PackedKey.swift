import Records

/// A row's key as one value of the edit log: a rowid unchanged, several values packed into a blob.
package enum PackedKey {
  package static func value(of key: RecordID.Key) -> Value {
    switch key {
    case .rowid(let rowid): .integer(rowid)
    case .columns(let values): .blob(PackedBytes.pack(values))
    }
  }

  package static func key(of value: Value) -> RecordID.Key? {
    if case .integer(let rowid) = value { return .rowid(rowid) }
    guard case .blob(let bytes) = value else { return nil }
    return PackedBytes.unpack(bytes).map { .columns($0) }
  }
}
