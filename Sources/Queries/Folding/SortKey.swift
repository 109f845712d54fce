import Records

/// Bytes whose order, by `memcmp` or as SQLite compares blobs, is the order of values in a list.
///
/// Numbers come first, exactly as SQLite compares them; then texts by their folds, blobs by their bytes, and NULL. Equal folds
/// have equal keys, as do the integer 1 and the real 1.0: the caller adds a tie-breaker, such as the row's key. Keys are compared
/// as a whole and must not be concatenated. Setting a key again reuses its memory.
package struct SortKey: Hashable, Sendable {
  /// A byte for the kind of value, then bytes that order values of that kind.
  package private(set) var bytes: [UInt8]

  /// The bytes of a text or blob that count; a large value's head is longer and thus has the same key.
  package static let limit = 4_000

  enum Kind: UInt8 {
    case number = 1
    case text, blob, null
  }

  package static let nullByte = Kind.null.rawValue

  package init() { bytes = [Kind.null.rawValue] }

  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Ignores leading articles of a text.
  package init(_ value: Value, ignoring articles: Articles = .none) {
    self.init()
    switch value {
    case .null: setNull()
    case .integer(let integer): set(integer: integer)
    case .real(let real): set(real: real)
    case .text(let text): text.bytes.withUnsafeBytes { set(text: $0, ignoring: articles) }
    case .blob(let blob): blob.withUnsafeBytes { set(blob: $0) }
    }
  }

  package var isNull: Bool { bytes == [Kind.null.rawValue] }

  package mutating func setNull() { start(.null) }

  package mutating func set(integer: Int64) {
    start(.number)
    let real = Self.real(notAbove: integer)
    append(real)
    // Less than 1024, the distance of two doubles; a key without these bytes is smaller, as it should be.
    let rest = UInt16(integer - Int64(real))
    if rest > 0 { append(bigEndian: rest) }
  }

  static func real(notAbove integer: Int64) -> Double {
    let real = Double(integer)
    // 2^63 itself is not a 64-bit integer.
    return real >= 0x1p63 || Int64(real) > integer ? real.nextDown : real
  }

  /// NaN, which SQLite does not store, counts as NULL.
  package mutating func set(real: Double) {
    if real.isNaN { return setNull() }
    start(.number)
    append(real)
  }

  /// The UTF-8 may be invalid and contain zeros.
  ///
  /// - Complexity: O(*n*) in the bytes that count; a reused key allocates nothing.
  package mutating func set(text: UnsafeRawBufferPointer, ignoring articles: Articles = .none) {
    start(.text)
    TextFold.withFold(of: UnsafeRawBufferPointer(rebasing: text.prefix(Self.limit))) {
      bytes.append(contentsOf: articles.isEmpty ? $0 : articles.removed(from: $0))
    }
  }

  /// Sorts by surname.
  package mutating func set(name: UnsafeRawBufferPointer) {
    start(.text)
    TextFold.withFold(of: UnsafeRawBufferPointer(rebasing: name.prefix(Self.limit))) {
      bytes.append(contentsOf: PersonName.sorted($0))
    }
  }

  /// Takes a text as a person's name.
  package init(ofName value: Value) {
    self.init(value)
    if case .text(let text) = value { text.bytes.withUnsafeBytes { set(name: $0) } }
  }

  package mutating func set(blob: UnsafeRawBufferPointer) {
    start(.blob)
    bytes.append(contentsOf: blob.prefix(Self.limit))
  }

  private mutating func start(_ kind: Kind) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(kind.rawValue)
  }

  private mutating func append(_ real: Double) { append(bigEndian: Self.orderedBits(of: real)) }

  /// Inverts all bits of a negative number, otherwise the sign; both zeros are equal.
  package static func orderedBits(of real: Double) -> UInt64 {
    let bits = real == 0 ? 0 : real.bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  private mutating func append(bigEndian integer: some FixedWidthInteger) {
    withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
  }
}

extension SortKey: Comparable {
  /// Orders keys by bytes; a prefix comes before the longer key.
  package static func < (left: SortKey, right: SortKey) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

/// Sorts by surname: `Ursula K. Le Guin` becomes `le guin, ursula k.`.
enum PersonName {
  private static let particles: Set<[UInt8]> = words([
    "af", "al", "av", "bin", "da", "das", "de", "del", "della", "den", "der", "des", "di", "do", "dos", "du",
    "el", "ibn", "la", "le", "st", "st.", "ten", "ter", "van", "vom", "von", "zu", "zum", "zur",
  ])

  private static let suffixes: Set<[UInt8]> = words(["ii", "iii", "iv", "jr", "jr.", "sr", "sr."])

  private static func words(_ words: [String]) -> Set<[UInt8]> { Set(words.map { Array($0.utf8) }) }

  private static let (blank, comma, semicolon) = (UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ";"))

  /// The part before a comma comes first, otherwise the last word with its particles; only the first of several names counts.
  static func sorted(_ fold: UnsafeRawBufferPointer) -> [UInt8] {
    let name = fold.prefix { $0 != semicolon }
    let parts = name.split(separator: comma, maxSplits: 1, omittingEmptySubsequences: false)
    var words = parts[0].split(separator: blank).map { Array($0) }
    if parts.count > 1 {
      let rest = parts[1].split(separator: blank).map { Array($0) }
      guard rest.allSatisfy(suffixes.contains) else { return joined(words, rest) }
      words += rest
    }
    var end = words.count
    while end > 1, suffixes.contains(words[end - 1]) { end -= 1 }
    var start = max(0, end - 1)
    while start > 0, particles.contains(words[start - 1]) { start -= 1 }
    return joined(Array(words[start...]), Array(words[..<start]))
  }

  private static func joined(_ surname: [[UInt8]], _ others: [[UInt8]]) -> [UInt8] {
    let surname = Array(surname.joined(separator: [blank]))
    return others.isEmpty ? surname : surname + [comma, blank] + others.joined(separator: [blank])
  }
}
