/// A text or blob that was not read with its row, described by its size and beginning.
public struct LargeValue: Hashable, Sendable {
  /// Whether it is a text and not a blob.
  public var isText: Bool
  /// The size in bytes in the database's encoding.
  public var byteCount: Int
  /// The first bytes, at most `headLimit`, not splitting a character; empty if reading them needs the whole value.
  public var head: [UInt8]

  /// The maximum size of a text or blob that is read with its row, whatever its field's kind.
  public static let limit = 65_536
  /// The maximum size of a head, and of a value in a blob field that is read with its row.
  public static let headLimit = 4_096

  /// Creates a description, cutting `head` to its maximum size.
  package init(isText: Bool, byteCount: Int, head: some Sequence<UInt8>) {
    (self.isText, self.byteCount) = (isText, byteCount)
    self.head = Array(head.prefix(Self.headLimit))
    if isText, self.head.count < byteCount { removeCutCharacter() }
  }

  /// Describes a text or blob; nil for other values.
  public init?(_ value: Value) {
    switch value {
    case .text(let text): self.init(isText: true, byteCount: text.bytes.count, head: text.bytes)
    case .blob(let bytes): self.init(isText: false, byteCount: bytes.count, head: bytes)
    case .null, .integer, .real: return nil
    }
  }

  /// The head as a value of the same storage class, for display if the whole value is not available.
  public var shown: Value { isText ? .text(Text(bytes: head)) : .blob(head) }

  private mutating func removeCutCharacter() {
    let tail = head.suffix(4).reversed()
    guard let distance = tail.enumerated().first(where: { $1 & 0xC0 != 0x80 }) else { return }
    let length = distance.element < 0xC0 ? 1 : distance.element < 0xE0 ? 2 : distance.element < 0xF0 ? 3 : 4
    if length > distance.offset + 1 { head.removeLast(distance.offset + 1) }
  }
}

/// The description of a value that was not read with its row, with the index of its field in the schema.
public struct LargeField: Hashable, Sendable {
  /// The field's index in `Schema.fields`.
  public var index: Int
  /// The description of the value.
  public var value: LargeValue

  package init(index: Int, value: LargeValue) { (self.index, self.value) = (index, value) }
}
