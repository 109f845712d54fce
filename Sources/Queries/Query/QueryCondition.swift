import Records

package indirect enum QueryCondition: Hashable, Sendable {
  /// Each word occurs in a text of the row; words with digits also match numbers and dates.
  case words(Matcher)
  case field(Int, FieldTest)
  case state(QueryState)
  case not(QueryCondition)
  case all([QueryCondition])
  case any([QueryCondition])

  /// Whether a row meets the condition; `values` returns those of a related field, of which one match is enough.
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

  package func forEachLeaf(_ body: (QueryCondition) -> Void) {
    switch self {
    case .words, .field, .state: body(self)
    case .not(let other): other.forEachLeaf(body)
    case .all(let others), .any(let others): for other in others { other.forEachLeaf(body) }
    }
  }

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
  package var searchedTexts: [Int] {
    fields.indices.filter { titleFields.contains($0) || fields[$0].kind.holdsTexts }
  }

  /// The numbers and dates for words with a digit.
  package var searchedNumbers: [Int] {
    fields.indices.filter { index in
      let kind = fields[index].kind
      return !titleFields.contains(index) && (kind.dateForm != nil || kind.holdsNumbers)
    }
  }

  package func searchedFields(by matcher: Matcher) -> [Int] {
    matcher.hasDigits ? searchedTexts + searchedNumbers : searchedTexts
  }

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

  /// `areShown` adds numbers as shown, and `areNumbers` leaves only these.
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
  package func searchedText(of value: Value) -> Text? {
    switch value {
    case .null, .blob: nil
    case .text(let text): kind == .boolean ? Text(self.text(of: value)) : text
    case .integer, .real: Text(self.text(of: value))
    }
  }
}

/// A state of a row that only the store or the list knows.
public enum QueryState: String, Hashable, Sendable, CaseIterable {
  case dirty
  case hydrated
  case conflict
  case marked
}
