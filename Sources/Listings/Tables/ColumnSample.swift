import Records

struct ColumnSample {
  /// One per row, including NULL; empty if nothing was read.
  let values: [Value]
  private let filled: [Value]

  init(_ values: [Value]) {
    self.values = values
    filled = values.filter { !$0.isNull && $0 != "" }
  }

  package enum Shape {
    case words
    case number
    case date
    /// A hash, a UUID or encoded bytes.
    case hash
    case markup
    case link
    case bytes
  }

  var isEmpty: Bool { values.isEmpty }

  /// Whether most rows have a value, and most of the values differ.
  var tellsRowsApart: Bool {
    guard !isEmpty else { return true }
    guard filled.count * 2 >= values.count, !filled.isEmpty else { return false }
    let most = Dictionary(grouping: filled, by: \.self).values.map(\.count).max() ?? 0
    // In few rows, some values may be equal by chance.
    return filled.count < 5 ? most < filled.count || most == 1 : most * 2 <= filled.count
  }

  var distinctCount: Int { Set(filled).count }

  var repeats: Bool { values.count >= 4 && distinctCount * 4 < values.count * 3 }

  var shape: Shape? {
    let shapes = filled.map(Self.shape)
    let counts = Dictionary(grouping: shapes, by: \.self).mapValues(\.count)
    guard let most = counts.max(by: { $0.value < $1.value }) else { return nil }
    return most.value * 2 > shapes.count ? most.key : .words
  }

  /// Whether all values are short ASCII texts without blanks and small letters; *東京* is no code.
  var holdsCodes: Bool {
    !filled.isEmpty
      && filled.allSatisfy { value in
        guard case .text(let text) = value else { return false }
        return text.bytes.count <= 12 && text.bytes.allSatisfy { 0x21...0x7E ~= $0 && !(0x61...0x7A ~= $0) }
      }
  }

  func joined(with other: ColumnSample) -> ColumnSample {
    ColumnSample(
      zip(values, other.values).map { one, two in
        ColumnSample([one, two]).filled.isEmpty ? .null : .text(Text("\(one)\u{0}\(two)"))
      })
  }

  private static func shape(_ value: Value) -> Shape {
    switch value {
    case .null, .integer, .real: return .number
    case .blob: return .bytes
    case .text(let text):
      if case .text = value.stored(in: .numeric) { return shape(text.string) }
      return .number
    }
  }

  private static func shape(_ text: String) -> Shape {
    if Field.DateForm.isoText.date(of: .text(Text(text))) != nil { return .date }
    if isMarkup(text) { return .markup }
    if isLink(text) { return .link }
    return isHash(text) ? .hash : .words
  }

  private static func isMarkup(_ text: String) -> Bool {
    let text = text.utf8.drop { $0 == 32 || (9...13).contains($0) }
    guard let first = text.first else { return false }
    let next = text.dropFirst().first { $0 != 32 && !(9...13).contains($0) }
    if first == UInt8(ascii: "{") { return next.map { "\"}".utf8.contains($0) } ?? false }
    if first == UInt8(ascii: "[") { return next.map { "\"{[]-0123456789".utf8.contains($0) } ?? false }
    guard first == UInt8(ascii: "<"), let next else { return false }
    return "!?/".utf8.contains(next) || (97...122).contains(next | 0x20)
  }

  private static func isLink(_ text: String) -> Bool {
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
    guard scheme.count < text.utf8.count, scheme.allSatisfy({ (97...122).contains($0 | 0x20) }) else {
      return text.lowercased().hasPrefix("www.")
    }
    return text.utf8.dropFirst(scheme.count).starts(with: "://".utf8)
      || text.lowercased().hasPrefix("mailto:")
  }

  private static func isHash(_ text: String) -> Bool {
    let digits = text.utf8.filter { !"{}-".utf8.contains($0) }
    guard digits.count >= 16 else { return false }
    if digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) { return true }
    guard digits.count >= 20, digits.allSatisfy(isOfBase64) else { return false }
    let kinds = digits.map(kind)
    let changes = zip(kinds, kinds.dropFirst()).count { $0 != $1 }
    return kinds.contains(0) && changes * 4 >= digits.count
  }

  private static func isOfBase64(_ byte: UInt8) -> Bool { kind(byte) < 3 || "+/=_".utf8.contains(byte) }

  private static func kind(_ byte: UInt8) -> Int {
    switch byte {
    case 48...57: 0
    case 65...90: 1
    case 97...122: 2
    default: 3
    }
  }
}
