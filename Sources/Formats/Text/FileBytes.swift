struct FileBytes {
  private let longest: Int
  private var bytes: [UInt8] = []

  init(longest: Int = ReadLimit.file) { self.longest = longest }

  /// All bytes, once the last ones have arrived.
  mutating func bytes(with next: [UInt8], isLast: Bool) throws(FormatError) -> [UInt8]? {
    bytes += next
    if bytes.count > longest { throw .fileTooLong }
    guard isLast else { return nil }
    defer { bytes = [] }
    return bytes
  }
}
