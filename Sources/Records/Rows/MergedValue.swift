/// The value that a field has once several rows are one.
public struct MergedValue: Sendable {
  private let field: Field

  /// Makes it for a field.
  public init(_ field: Field) { self.field = field }

  /// Whether a value says nothing: NULL, or a text without a character.
  public static func isEmpty(_ value: Value) -> Bool {
    switch value {
    case .null: true
    case .text(let text): text.bytes.isEmpty
    case .blob(let bytes): bytes.isEmpty
    case .integer, .real: false
    }
  }

  /// Whether the values of all rows can be kept: of a list, or of a long text.
  public var canKeepAll: Bool { field.kind == .list || field.kind == .longText }

  /// Whether two values say the same; a value that says nothing does not differ from any, and neither do two short texts
  /// that differ in the case of letters only.
  public func isSame(_ left: Value, _ right: Value) -> Bool {
    if left == right || Self.isEmpty(left) || Self.isEmpty(right) { return true }
    switch (left, right) {
    case (.integer(let whole), .real(let real)), (.real(let real), .integer(let whole)):
      return Double(whole) == real
    case (.text(let left), .text(let right)) where field.kind == .isbn:
      let numbers = [left, right].map { ISBNText.thirteen($0.string) }
      return numbers[0] != nil && numbers[0] == numbers[1]
    // Services write "Paperback" and "paperback".
    case (.text(let left), .text(let right)) where field.kind == .text:
      return left.string.lowercased() == right.string.lowercased()
    default: return false
    }
  }

  /// Whether rows with these values can be merged without a choice.
  public func needsNoChoice(_ values: [Value]) -> Bool {
    guard field.kind != .list, !isOfCreation else { return true }
    let said = values.filter { !Self.isEmpty($0) }
    return said.dropFirst().allSatisfy { isSame($0, said[0]) }
  }

  /// Whether the field says when a row was made, which the database fills in by itself: the earliest counts.
  private var isOfCreation: Bool { field.kind.isDated && field.hasDefault }

  /// The value of the row that stays.
  ///
  /// - Parameters:
  ///   - values: What the rows hold, that of the row that stays first.
  ///   - choice: What was chosen; nil if nothing was.
  public func value(of values: [Value], _ choice: Merge.Choice?) -> Value {
    switch choice {
    case .row(let place) where values.indices.contains(place): values[place]
    case .all where canKeepAll: joined(values)
    case .row, .all, nil: byDefault(values)
    }
  }

  private func byDefault(_ values: [Value]) -> Value {
    if field.kind == .list { return joined(values) }
    let said = values.filter { !Self.isEmpty($0) }
    guard let first = said.first else { return values.first ?? .null }
    guard isOfCreation, case .text = first else { return first }
    let texts = said.compactMap { value -> Text? in if case .text(let text) = value { text } else { nil } }
    return texts.min { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(Value.text) ?? first
  }

  private func joined(_ values: [Value]) -> Value {
    let said = values.filter { !Self.isEmpty($0) }
    let texts = said.compactMap { value -> String? in
      if case .text(let text) = value { text.string } else { nil }
    }
    // Values that are no texts, or no valid ones, cannot be joined.
    guard let first = said.first, texts.count == said.count, said.count > 1 else {
      return said.first ?? values.first ?? .null
    }
    return field.kind == .list ? ListText.joined(texts, or: first) : Self.joined(texts, or: first)
  }

  /// Texts one after the other, without those that another one contains.
  private static func joined(_ texts: [String], or first: Value) -> Value {
    var kept: [String] = []
    for text in texts where !kept.contains(where: { $0.contains(text) }) {
      kept.removeAll { text.contains($0) }
      kept.append(text)
    }
    return kept == [texts[0]] ? first : .text(Text(kept.joined(separator: "\n\n")))
  }
}
