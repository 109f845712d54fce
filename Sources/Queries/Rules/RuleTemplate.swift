import Records

/// A text with placeholders for fields or parts of them: `{last}, {first}`, `{author before ","}`.
public struct RuleTemplate: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text(String)
    case field(Int, Cut?)
  }

  struct Cut: Hashable, Sendable {
    let isBefore, isLast: Bool
    let sign: String

    /// Trims white space; without the separator, the whole text is before it.
    func part(of text: String) -> String {
      let (bytes, sign) = (Array(text.utf8), Array(sign.utf8))
      let places = bytes.indices.lazy.filter { bytes[$0...].starts(with: sign) }
      guard let place = isLast ? places.last : places.first else { return isBefore ? text : "" }
      let part = isBefore ? bytes[..<place] : bytes[(place + sign.count)...]
      return TextCase.trim.changed(String(decoding: part, as: UTF8.self))
    }
  }

  let parts: [Part]

  var fields: [Int] { parts.compactMap { if case .field(let field, _) = $0 { field } else { nil } } }

  /// Nil if the template does anything else.
  var copied: Int? {
    guard parts.count == 1, case .field(let field, nil) = parts[0] else { return nil }
    return field
  }

  /// A backslash escapes a brace.
  init(_ text: String, in schema: Schema) throws(RuleProblem) {
    var (parts, literal): ([Part], String) = ([], "")
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\" where rest.first.map { "{}\\".contains($0) } == true: literal.append(rest.removeFirst())
      case "{":
        guard let end = rest.firstIndex(of: "}") else { throw .brokenField }
        if !literal.isEmpty { parts.append(.text(literal)) }
        literal = ""
        parts.append(try Self.field(String(rest[..<end]), schema))
        rest = rest[rest.index(after: end)...]
      default: literal.append(character)
      }
    }
    if !literal.isEmpty { parts.append(.text(literal)) }
    self.parts = parts
  }

  private static func field(_ text: String, _ schema: Schema) throws(RuleProblem) -> Part {
    if text.isEmpty { throw .brokenField }
    // A field whose own name contains these words takes precedence.
    if let field = schema.field(called: text) { return .field(field, nil) }
    for (word, isBefore) in [(" before ", true), (" after ", false)] {
      guard let place = text.firstRange(of: word) else { continue }
      let name = String(text[..<place.lowerBound])
      guard let field = schema.field(called: name) else { throw .unknownField(name) }
      var sign = text[place.upperBound...]
      let isLast = sign.hasPrefix("last ") && sign.count > 5
      if isLast { sign = sign.dropFirst(5) }
      if sign.count > 2, sign.first == "\"", sign.last == "\"" { sign = sign.dropFirst().dropLast() }
      if sign.isEmpty { throw .brokenField }
      return .field(field, Cut(isBefore: isBefore, isLast: isLast, sign: String(sign)))
    }
    throw .unknownField(text)
  }

  func text(_ schema: Schema, _ values: [Int: Value]) throws(RuleRefusal) -> String? {
    var (text, isEmpty) = ("", true)
    for part in parts {
      switch part {
      case .text(let literal): text += literal
      case .field(let index, let cut):
        let value = values[index] ?? .null
        if value.isBytes { throw .holdsBytes }
        let shown = schema.fields[index].text(of: value)
        let taken = cut.map { $0.part(of: shown) } ?? shown
        if !taken.isEmpty { isEmpty = false }
        text += taken
      }
      if text.utf8.count > Rule.textLimit { throw .tooLarge }
    }
    return isEmpty && !fields.isEmpty ? nil : text
  }
}

extension Schema {
  /// Ignores case; an exact match takes precedence.
  package func field(called name: String) -> Int? {
    fields.firstIndex { $0.column == name } ?? fields.firstIndex { $0.label == name }
      ?? field(named: name) ?? fields.firstIndex { $0.label.lowercased() == name.lowercased() }
  }

  /// Finds the longest name at the beginning of a text, then the closest; `rest` is nil if something else has to follow.
  package func field(
    beginning text: String, among indices: some Sequence<Int>, _ rest: (Substring) -> Substring?
  ) -> (field: Int, rest: Substring)? {
    let lowercased = text.lowercased()
    var found: (field: Int, rest: Substring, length: Int, closeness: Int)?
    for index in indices {
      let field = field(at: index)
      for (name, isLabel) in [(field.column, false), (field.label, true)]
      where lowercased.hasPrefix(name.lowercased()) {
        guard let rest = rest(text.dropFirst(name.count)) else { continue }
        let closeness = (text.hasPrefix(name) ? 2 : 0) + (isLabel ? 0 : 1)
        let (length, last) = (name.count, (found?.length ?? -1, found?.closeness ?? -1))
        if (length, closeness) > last { found = (index, rest, length, closeness) }
      }
    }
    return found.map { ($0.field, $0.rest) }
  }
}
