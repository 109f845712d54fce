import Records

/// Bytes whose order, as `memcmp` and SQLite compare blobs, is the order of values in a list.
///
/// Numbers come first, integers and reals together by value, exactly as SQLite compares them; then texts, then blobs by
/// their bytes, then NULL. Texts are ordered by their folds, so without case and marks, by scalar values. Texts of the
/// same fold have the same key, as the integer 1 and the real 1.0 have: the caller adds what decides between
/// equals, such as the row's key. A key is compared as a whole; keys must not be joined to one another.
///
/// Of a long text or blob only the first `limit` bytes count, so that a sort never holds more of it.
///
/// A key can be set again, which keeps its memory, since a sort makes one for each row.
public struct SortKey: Hashable, Sendable {
  /// The key: a byte for the kind of value, then what orders values of that kind.
  public private(set) var bytes: [UInt8]

  /// The bytes of a text or blob that have a say.
  ///
  /// They are fewer than those of a large value's head, which thereby has the same key as the whole value.
  public static let limit = 4_000

  enum Kind: UInt8 {
    case number = 1
    case text, blob, null
  }

  /// The only byte of the key of NULL.
  package static let nullByte = Kind.null.rawValue

  /// Makes the key of NULL, which comes after all others.
  public init() {
    bytes = [Kind.null.rawValue]
  }

  /// Makes a key of its bytes.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Makes the key of a value, in which articles do not count if it is a text.
  public init(_ value: Value, ignoring articles: Articles = .none) {
    self.init()
    switch value {
    case .null: setNull()
    case .integer(let integer): set(integer: integer)
    case .real(let real): set(real: real)
    case .text(let text): text.bytes.withUnsafeBytes { set(text: $0, ignoring: articles) }
    case .blob(let blob): blob.withUnsafeBytes { set(blob: $0) }
    }
  }

  /// Whether this is the key of NULL.
  public var isNull: Bool { bytes == [Kind.null.rawValue] }

  /// Becomes the key of NULL.
  public mutating func setNull() {
    start(.null)
  }

  /// Becomes the key of an integer.
  public mutating func set(integer: Int64) {
    start(.number)
    let real = Self.real(notAbove: integer)
    append(real)
    // Less than the distance of two doubles, 1024. A key that ends before this is smaller, as it should be.
    let rest = UInt16(integer - Int64(real))
    if rest > 0 { append(bigEndian: rest) }
  }

  /// The largest double that is not greater than an integer.
  static func real(notAbove integer: Int64) -> Double {
    let real = Double(integer)
    // 2^63 itself is no integer of 64 bits.
    return real >= 0x1p63 || Int64(real) > integer ? real.nextDown : real
  }

  /// Becomes the key of a real; that of NaN, which SQLite does not store, is NULL's.
  public mutating func set(real: Double) {
    if real.isNaN { return setNull() }
    start(.number)
    append(real)
  }

  /// Becomes the key of a text by its UTF-8, which may be invalid and may hold zeros.
  ///
  /// - Complexity: O(*n*) in the bytes that count; nothing is allocated once the key's memory is large enough.
  public mutating func set(text: UnsafeRawBufferPointer, ignoring articles: Articles = .none) {
    start(.text)
    TextFold.withFold(of: UnsafeRawBufferPointer(rebasing: text.prefix(Self.limit))) {
      bytes.append(contentsOf: articles.isEmpty ? $0 : articles.removed(from: $0))
    }
  }

  /// Becomes the key of a person's name, which sorts by surname.
  ///
  /// - Complexity: As for a text, and a few arrays.
  public mutating func set(name: UnsafeRawBufferPointer) {
    start(.text)
    TextFold.withFold(of: UnsafeRawBufferPointer(rebasing: name.prefix(Self.limit))) {
      bytes.append(contentsOf: PersonName.sorted($0))
    }
  }

  /// Makes the key of a value that is a person's name if it is a text.
  public init(ofName value: Value) {
    self.init(value)
    if case .text(let text) = value { text.bytes.withUnsafeBytes { set(name: $0) } }
  }

  /// Becomes the key of a blob.
  public mutating func set(blob: UnsafeRawBufferPointer) {
    start(.blob)
    bytes.append(contentsOf: blob.prefix(Self.limit))
  }

  private mutating func start(_ kind: Kind) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(kind.rawValue)
  }

  /// Appends a double so that its bytes are in the order of its value.
  ///
  /// A negative one has all its bits turned, another one its sign. Both zeros are the same.
  private mutating func append(_ real: Double) { append(bigEndian: Self.orderedBits(of: real)) }

  /// Bits that are in the order of doubles.
  package static func orderedBits(of real: Double) -> UInt64 {
    let bits = real == 0 ? 0 : real.bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  private mutating func append(bigEndian integer: some FixedWidthInteger) {
    withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
  }
}

extension SortKey: Comparable {
  /// Whether a key comes first: by bytes, and the shorter one if it begins the other.
  public static func < (left: SortKey, right: SortKey) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
