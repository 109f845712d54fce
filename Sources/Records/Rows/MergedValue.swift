/// Computes the value of a field in a merged row.
package struct MergedValue: Sendable {
  private let field: Field

  package init(_ field: Field) { self.field = field }

  package static func isEmpty(_ value: Value) -> Bool {
    switch value {
    case .null: true
    case .text(let text): text.bytes.isEmpty
    case .blob(let bytes): bytes.isEmpty
    case .integer, .real: false
    }
  }

  package var canKeepAll: Bool { field.kind == .list || field.kind == .longText }

  /// An empty value is equivalent to any; texts may differ by surrounding white space, and short texts by case.
  package func isSame(_ left: Value, _ right: Value) -> Bool {
    if left == right || Self.isEmpty(left) || Self.isEmpty(right) { return true }
    switch (left, right) {
    case (.integer(let whole), .real(let real)), (.real(let real), .integer(let whole)):
      return Double(whole) == real
    case (.text(let left), .text(let right)) where field.kind == .isbn:
      let numbers = [left, right].map { ISBNText.thirteen($0.string) }
      return numbers[0] != nil && numbers[0] == numbers[1]
    case (.text(let left), .text(let right)) where field.kind.isText:
      return plain(left.string) == plain(right.string)
    default: return false
    }
  }

  /// Services write "Paperback" and "paperback".
  private func plain(_ text: String) -> String {
    let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
    return field.kind == .longText ? String(trimmed) : String(trimmed).lowercased()
  }

  package func lost(_ values: [Value], by value: Value) -> [Value] {
    if isOfCreation, value == byDefault(values) { return [] }
    let said = values.filter { !Self.isEmpty($0) }
    if Self.isEmpty(value) { return said }
    guard field.kind == .list, case .text(let kept) = value else {
      return said.filter { !isSame($0, value) && !holds($0, value) }
    }
    let parts = Set(ListText.parts(of: kept.string))
    return said.filter { list in
      guard case .text(let list) = list else { return list != value }
      return !parts.isSuperset(of: ListText.parts(of: list.string))
    }
  }

  private func holds(_ part: Value, _ whole: Value) -> Bool {
    guard field.kind == .longText, case .text(let part) = part, case .text(let whole) = whole else {
      return false
    }
    return whole.string.contains(part.string)
  }

  package func needsNoChoice(_ values: [Value]) -> Bool {
    guard field.kind != .list, !isOfCreation else { return true }
    let said = values.filter { !Self.isEmpty($0) }
    return said.dropFirst().allSatisfy { isSame($0, said[0]) }
  }

  /// The database fills in the date, and the earliest is kept.
  private var isOfCreation: Bool { field.kind.isDated && field.hasDefault }

  /// `values` begins with that of the remaining row.
  package func value(of values: [Value], _ choice: Merge.Choice?) -> Value {
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
    guard let first = said.first, texts.count == said.count, said.count > 1 else {
      return said.first ?? values.first ?? .null
    }
    return field.kind == .list ? ListText.joined(texts, or: first) : Self.joined(texts, or: first)
  }

  private static func joined(_ texts: [String], or first: Value) -> Value {
    var kept: [String] = []
    for text in texts where !kept.contains(where: { $0.contains(text) }) {
      kept.removeAll { text.contains($0) }
      kept.append(text)
    }
    return kept == [texts[0]] ? first : .text(Text(kept.joined(separator: "\n\n")))
  }
}
