import Records

/// Turns an operator and a value into a test for a field.
struct ComparisonReader {
  let field: Field
  let comparison: QueryParser.Comparison
  let value: QueryParser.TypedValue
  let today: CalendarDate?

  typealias Outcome = (test: FieldTest?, problem: QueryProblem.Kind?)

  func read() -> Outcome {
    // The date is still valid without a current day, so no problem is reported.
    if today == nil, isDate, isRelativeDay { return (nil, nil) }
    switch comparison {
    case .contains: return contains()
    case .equals: return (equals(), nil)
    case .matches: return matches()
    case .less, .lessOrEqual, .greater, .greaterOrEqual: break
    }
    if field.kind.isBytes { return (nil, .notComparable(field.label)) }
    if isDate { return during() }
    if let place = Self.place(ofChoice: value.text, in: field.orderedChoices) {
      return within(.integer(Int64(place)))
    }
    if field.kind.holdsTexts { return within(.text(Text(value.text))) }
    return number(value.text).map(within) ?? (nil, .notANumber(field.label))
  }

  private var isRelativeDay: Bool {
    guard let day = CalendarDate(year: 2000, month: 6, day: 15) else { return false }
    return TypedDay(relative: value.text, today: day) != nil
      || ((try? field.typedDay(value.text, today: day)) ?? nil) != nil
  }

  private func equals() -> FieldTest {
    if let truth { return .truth(truth) }
    let text = field.kind == .rating ? Field.digits(ofStars: value.text) : nil
    return .equals(ExactValue(text ?? (value.isQuoted ? value.text : dated(value.text)), in: field))
  }

  private var truth: Bool? {
    field.kind == .boolean && !value.isQuoted ? Field.truth(of: .text(Text(value.text))) : nil
  }

  private func dated(_ text: String) -> String { (try? field.dated(text, today: today)) ?? text }

  private func range(_ text: String) -> MomentRange? {
    guard let today,
      let day = TypedDay(relative: text, today: today) ?? (try? field.typedDay(text, today: today))
    else { return nil }
    return MomentRange(
      lower: Moment(days: day.first.daysSince1970), upper: Moment(days: day.last.daysSince1970 + 1))
  }

  private var isDate: Bool { field.kind.isDated }

  private func matches() -> Outcome {
    do throws(PatternError) {
      return (.matches(try Pattern(value.text)), nil)
    } catch { return (nil, .brokenPattern(error)) }
  }

  // MARK: After a colon

  private func contains() -> Outcome {
    let isOrdered = isDate || field.kind.holdsNumbers || field.kind == .boolean
    if isOrdered, !value.isQuoted, let (first, last) = Self.ends(of: value.text) {
      return isDate ? during(first, last) : within(first, last)
    }
    if let truth { return (.truth(truth), nil) }
    if field.kind == .rating, Field.digits(ofStars: value.text) != nil { return (equals(), nil) }
    // Digits are searched for in the date as shown.
    let isNamed = isDate && !value.text.allSatisfy { $0.isNumber || $0 == "-" }
    if isNamed, let range = range(value.text) { return (.during(range), nil) }
    if let choice = Self.choice(value.text, in: field) { return (choice, nil) }
    var text = value.text
    // A trailing point is probably the first of two.
    if !value.isQuoted, isDate || field.kind == .integer, text.hasSuffix(".") { text.removeLast() }
    return (SearchWord(folding: text).map { .contains(Matcher([$0])) }, nil)
  }

  /// An exact match, ignoring case, with hyphens for blanks; otherwise the choices with a word that begins with the text.
  static func choice(_ text: String, in field: Field) -> FieldTest? {
    let choices = field.kind.choices
    if let place = place(ofChoice: text, in: choices) {
      return .equals(ExactValue(choices[place], in: field))
    }
    guard let word = SearchWord(fold(text), beginningWords: true) else { return nil }
    let matcher = Matcher([word])
    return choices.contains { matcher.matches([Text($0)]) } ? .contains(matcher) : nil
  }

  private static func place(ofChoice text: String, in choices: [String]) -> Int? {
    let folded = choices.isEmpty ? [] : fold(text)
    return choices.firstIndex { fold($0) == folded }
  }

  private static func fold(_ text: String) -> [UInt8] {
    let blank = text.map { $0 == "-" ? " " : $0 }
    return Array(String(blank).utf8).withUnsafeBytes { TextFold.withFold(of: $0) { Array($0) } }
  }

  private static func ends(of text: String) -> (String, String)? {
    let bytes = Array(text.utf8)
    guard let place = bytes.indices.dropLast().first(where: { bytes[$0] == 46 && bytes[$0 + 1] == 46 }) else {
      return nil
    }
    return (
      String(decoding: bytes[..<place], as: UTF8.self), String(decoding: bytes[(place + 2)...], as: UTF8.self)
    )
  }

  private func within(_ first: String, _ last: String) -> Outcome {
    if first.isEmpty, last.isEmpty { return (nil, .missingValue(field.label)) }
    let (lower, upper) = (number(first), number(last))
    let range = ValueRange(lower, upper, includesBounds: true)
    if lower == nil && !first.isEmpty || upper == nil && !last.isEmpty {
      return (lower ?? upper == nil ? nil : .within(range), .notANumber(field.label))
    }
    return range.isReversed ? (nil, .reversedRange) : (.within(range), nil)
  }

  private func during(_ first: String, _ last: String) -> Outcome {
    if first.isEmpty, last.isEmpty { return (nil, .missingValue(field.label)) }
    let (start, end) = (moment(first), moment(last))
    let range = MomentRange(lower: start.range?.lower, upper: end.range?.upper)
    if !first.isEmpty && !start.isWhole || !last.isEmpty && !end.isWhole {
      let isUseful = range.lower != nil || range.upper != nil
      return (isUseful && !range.isReversed ? .during(range) : nil, .notADate(field.label))
    }
    return range.isReversed ? (nil, .reversedRange) : (.during(range), nil)
  }

  // MARK: Comparisons

  private func within(_ bound: Value) -> Outcome {
    switch comparison {
    case .less: (.within(ValueRange(nil, bound, includesBounds: false)), nil)
    case .lessOrEqual: (.within(ValueRange(nil, bound, includesBounds: true)), nil)
    case .greater: (.within(ValueRange(bound, nil, includesBounds: false)), nil)
    case .greaterOrEqual: (.within(ValueRange(bound, nil, includesBounds: true)), nil)
    case .contains, .equals, .matches: (nil, nil)
    }
  }

  private func during() -> Outcome {
    let typed = moment(value.text)
    guard let range = typed.range else { return (nil, .notADate(field.label)) }
    let problem: QueryProblem.Kind? = typed.isWhole ? nil : .notADate(field.label)
    switch comparison {
    case .less: return (.during(MomentRange(upper: range.lower)), problem)
    case .lessOrEqual: return (.during(MomentRange(upper: range.upper)), problem)
    case .greater: return (.during(MomentRange(lower: range.upper)), problem)
    case .greaterOrEqual: return (.during(MomentRange(lower: range.lower)), problem)
    case .contains, .equals, .matches: return (nil, nil)
    }
  }

  // MARK: Values

  private func number(_ text: String) -> Value? {
    if field.kind == .rating, let digits = Field.digits(ofStars: text) { return ValueRange.number(digits) }
    // A number may end in a sign or a point while it is being typed.
    return ValueRange.number(text) ?? (text.hasSuffix(".") ? ValueRange.number(String(text.dropLast())) : nil)
  }

  /// The longest prefix that is a date, so that the list is not empty while a month is being typed.
  private func moment(_ typed: String) -> (range: MomentRange?, isWhole: Bool) {
    if let range = range(typed) { return (range, true) }
    let text = dated(typed)
    if let typed = TypedMoment(text) { return (typed.range, true) }
    guard let last = text.dropFirst().lastIndex(where: { "-/.:Tt ".contains($0) }) else {
      return (nil, false)
    }
    let head = String(text[..<last])
    return (TypedMoment(head)?.range, false)
  }
}
