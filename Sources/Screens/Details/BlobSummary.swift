import Records

/// What a screen shows for bytes instead of the bytes themselves.
struct BlobSummary: Hashable, Sendable {
  let byteCount: Int
  /// What the first bytes say about the picture, if it is one.
  var info: ImageInfo?
  /// The first bytes: as many as are shown, plus one more if there is one.
  let head: [UInt8]

  /// The summary of a field's value, or nil if the value is no blob.
  init?(_ value: Value) { self.init(LargeValue(value)) }

  /// The summary of a record's field, whether or not its bytes are in memory.
  init?(_ record: RecordSnapshot, _ field: Int) {
    self.init(record.large(at: field) ?? LargeValue(record.values[field]))
  }

  private init?(_ value: LargeValue?) {
    guard let value, !value.isText else { return nil }
    byteCount = value.byteCount
    info = ImageInfo(value.head)
    head = Array(value.head.prefix(Field.shownByteCount + 1))
  }

  /// The first bytes in hexadecimal.
  var hex: String { Field.hex(head) }
}
