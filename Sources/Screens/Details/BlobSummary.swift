import Records

/// The part of a blob's data that a screen shows.
struct BlobSummary: Hashable, Sendable {
  let byteCount: Int
  var info: ImageInfo?
  /// One byte more than is shown, if there is one.
  let head: [UInt8]

  init?(_ value: Value) { self.init(LargeValue(value)) }

  init?(_ record: RecordSnapshot, _ field: Int) {
    self.init(record.large(at: field) ?? LargeValue(record.values[field]))
  }

  private init?(_ value: LargeValue?) {
    guard let value, !value.isText else { return nil }
    byteCount = value.byteCount
    info = ImageInfo(value.head)
    head = Array(value.head.prefix(Field.shownByteCount + 1))
  }

  var hex: String { Field.hex(head) }
}
