import Records

/// What a row must fulfil, taken apart.
public indirect enum QueryCondition: Hashable, Sendable {
  /// Each word occurs in one of the row's texts, or if it has a digit in one of its numbers or dates.
  case words(Matcher)
  /// The value of a field, by its index in the schema, passes a test.
  case field(Int, FieldTest)
  /// The row is in a state.
  case state(QueryState)
  /// The other condition does not hold.
  case not(QueryCondition)
  /// All of them hold.
  case all([QueryCondition])
  /// One of them holds at least.
  case any([QueryCondition])

  /// Whether a row fulfils the condition.
  ///
  /// - Parameters:
  ///   - value: Gives the value of a field by its index.
  ///   - values: Gives the values of a related field; the row matches if one of them does.
  ///   - has: Says whether the row is in a state.
  package func holds<Failure: Error>(
    in schema: Schema, value: (Int) throws(Failure) -> Value, values: (Int) throws(Failure) -> [Value],
    has: (QueryState) -> Bool
  ) throws(Failure) -> Bool {
    switch self {
    case .words(let matcher):
      return try schema.matches(matcher, value)
    case .field(let index, let test):
      guard schema.related(at: index)?.part == .all else {
        return test.passes(try value(index), in: schema.field(at: index))
      }
      return test.passes(anyOf: try values(index), in: schema.field(at: index))
    case .state(let state): return has(state)
    case .not(let other): return try !other.holds(in: schema, value: value, values: values, has: has)
    case .all(let others):
      for other in others where try !other.holds(in: schema, value: value, values: values, has: has) {
        return false
      }
      return true
    case .any(let others):
      for other in others where try other.holds(in: schema, value: value, values: values, has: has) {
        return true
      }
      return false
    }
  }

  /// Calls a closure with each condition that is not made of others.
  package func forEachLeaf(_ body: (QueryCondition) -> Void) {
    switch self {
    case .words, .field, .state: body(self)
    case .not(let other): other.forEachLeaf(body)
    case .all(let others), .any(let others): for other in others { other.forEachLeaf(body) }
    }
  }

  /// The words that a row is found by, as far as they are looked for in all fields or in some.
  func words(in fields: [Int]) -> [SearchWord] {
    switch self {
    case .words(let matcher): matcher.words
    case .field(let index, .contains(let matcher)) where fields.contains(index): matcher.words
    case .field, .state, .not: []
    case .all(let others), .any(let others): others.flatMap { $0.words(in: fields) }
    }
  }
}

extension Schema {
  /// The fields whose texts a search looks into: the title and all texts.
  package var searchedTexts: [Int] {
    fields.indices.filter { titleFields.contains($0) || fields[$0].kind.holdsTexts }
  }

  /// The other fields that a word with a digit is looked for in: numbers and dates.
  package var searchedNumbers: [Int] {
    fields.indices.filter { index in
      let kind = fields[index].kind
      return !titleFields.contains(index) && (kind.dateForm != nil || kind.holdsNumbers)
    }
  }

  /// All fields that a search for words looks into, the texts first.
  package func searchedFields(by matcher: Matcher) -> [Int] {
    matcher.hasDigits ? searchedTexts + searchedNumbers : searchedTexts
  }

  /// Whether words occur in a row's texts, and those with digits also in its numbers and dates.
  fileprivate func matches<Failure: Error>(
    _ matcher: Matcher, _ value: (Int) throws(Failure) -> Value
  ) throws(Failure) -> Bool {
    for single in matcher.single {
      let texts = searchedTexts.filter { !single.hasDigits || !fields[$0].kind.isDated }
      let dates = searchedTexts.filter { fields[$0].kind.isDated } + searchedNumbers
      let found = single.matches(
        try self.texts(of: texts, value),
        dates: single.hasDigits
          ? try self.texts(of: searchedTexts, shown: true, onlyNumbers: true, value)
            + self.texts(of: dates, shown: true, value) : [])
      if !found { return false }
    }
    return true
  }

  /// The texts that some fields hold; with `areShown` what is shown of their numbers, too, and with `areNumbers` only that.
  fileprivate func texts<Failure: Error>(
    of indices: [Int], shown areShown: Bool = false, onlyNumbers areNumbers: Bool = false,
    _ value: (Int) throws(Failure) -> Value
  ) throws(Failure) -> [Text] {
    var texts: [Text] = []
    for index in indices {
      let value = try value(index)
      switch value {
      case .null, .blob: break
      case .text(let text): if !areNumbers { texts.append(text) }
      case .integer, .real: if areShown { texts.append(Text(fields[index].text(of: value))) }
      }
    }
    return texts
  }
}

extension Field {
  /// The text in which a search looks for words: what is shown of a number, a text as it is; nil for NULL and bytes.
  package func searchedText(of value: Value) -> Text? {
    switch value {
    case .null, .blob: nil
    case .text(let text): kind == .boolean ? Text(self.text(of: value)) : text
    case .integer, .real: Text(self.text(of: value))
    }
  }
}
