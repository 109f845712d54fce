/// What is known of a text or blob that was not read with the rest of its row: its size and how it begins.
public struct LargeValue: Hashable, Sendable {
  /// Whether it is a text and not a blob.
  public var isText: Bool
  /// Its bytes as the database stores them.
  public var byteCount: Int
  /// The first bytes, at most `headLimit`, of a text without a character that would be cut in two; fewer or none where
  /// all of the value would have to be read for them.
  public var head: [UInt8]

  /// The bytes up to which a text or blob is read with its row, whatever its field's kind.
  public static let limit = 65_536
  /// The bytes of a head; a photo or other blob field is read with its row if it has no more.
  public static let headLimit = 4_096

  /// Makes a description of its parts, of whose first bytes it takes as many as a head has.
  public init(isText: Bool, byteCount: Int, head: some Sequence<UInt8>) {
    self.isText = isText
    self.byteCount = byteCount
    self.head = Array(head.prefix(Self.headLimit))
    if isText, self.head.count < byteCount { removeCutCharacter() }
  }

  /// Describes a text or blob, or is nil for another value.
  public init?(_ value: Value) {
    switch value {
    case .text(let text): self.init(isText: true, byteCount: text.bytes.count, head: text.bytes)
    case .blob(let bytes): self.init(isText: false, byteCount: bytes.count, head: bytes)
    case .null, .integer, .real: return nil
    }
  }

  /// The head as a value of the same storage class, to be shown where the whole is not at hand.
  public var shown: Value { isText ? .text(Text(bytes: head)) : .blob(head) }

  /// Drops the bytes at the end that begin a character of UTF-8 without ending it.
  private mutating func removeCutCharacter() {
    let tail = head.suffix(4).reversed()
    guard let distance = tail.enumerated().first(where: { $1 & 0xC0 != 0x80 }) else { return }
    let length = distance.element < 0xC0 ? 1 : distance.element < 0xE0 ? 2 : distance.element < 0xF0 ? 3 : 4
    if length > distance.offset + 1 { head.removeLast(distance.offset + 1) }
  }
}
