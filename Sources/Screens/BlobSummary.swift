import Records

/// What a screen says of bytes instead of showing them.
struct BlobSummary: Hashable, Sendable {
  let byteCount: Int
  /// What is known of the picture, if it is one.
  let info: ImageInfo?

  /// The summary of a field's value, or nil where the value is no bytes.
  init?(_ value: Value) {
    guard case .blob(let bytes) = value else { return nil }
    byteCount = bytes.count
    info = ImageInfo(bytes)
  }
}
