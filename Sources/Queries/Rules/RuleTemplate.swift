import Records

/// A text with fields of the row in it: `{last}, {first}`, or a part of one: `{author before ","}`.
public struct RuleTemplate: Hashable, Sendable {
  /// A part of a template.
  enum Part: Hashable, Sendable {
    case text(String)
    case field(Int, Cut?)
  }

  /// What is taken of a field: what is before a sign, or behind it.
  struct Cut: Hashable, Sendable {
    let isBefore: Bool
    /// Whether the last of several such signs is meant.
    let isLast: Bool
    let sign: String

    /// The part of a text, without white space at its ends; without the sign, all of it is before.
    func part(of text: String) -> String {
      let (bytes, sign) = (Array(text.utf8), Array(sign.utf8))
      let places = bytes.indices.lazy.filter { bytes[$0...].starts(with: sign) }
      guard let place = isLast ? places.last : places.first else { return isBefore ? text : "" }
      let part = isBefore ? bytes[..<place] : bytes[(place + sign.count)...]
      return TextCase.trim.changed(String(decoding: part, as: UTF8.self))
    }
  }

  let parts: [Part]

  /// The fields that it takes, by their indices.
  var fields: [Int] { parts.compactMap { if case .field(let field, _) = $0 { field } else { nil } } }

  /// The field that it copies as it is, if it does nothing else.
  var copied: Int? {
    guard parts.count == 1, case .field(let field, nil) = parts[0] else { return nil }
    return field
  }

  /// Reads a template; a backslash makes a brace an ordinary character.
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
    // A field whose own name has these words comes first.
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

  /// The text for a row; nil if it has nothing but fields that are empty.
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
  /// The field with a column's name, or with that label, in any case; an exact name comes first.
  package func field(called name: String) -> Int? {
    fields.firstIndex { $0.column == name } ?? fields.firstIndex { $0.label == name }
      ?? field(named: name) ?? fields.firstIndex { $0.label.lowercased() == name.lowercased() }
  }

  /// The field whose name begins a text, with what is behind the name; the longest name counts, and of equally long ones
  /// the closest.
  ///
  /// - Parameters:
  ///   - indices: The fields that are looked at.
  ///   - rest: What is left behind a name; nil if something else has to be there.
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
