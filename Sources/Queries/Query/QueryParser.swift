import Records

struct QueryParser {
  enum Keyword: String {
    case not, no, has, `is`
  }

  enum Comparison {
    case contains, equals, matches, less, lessOrEqual, greater, greaterOrEqual
  }

  private enum Term {
    case word(SearchWord)
    case condition(QueryCondition)
    case nothing
  }

  struct TypedValue {
    var text: String
    var isQuoted: Bool
    var range: Range<Int>
  }

  static let depthLimit = 40
  private static let problemLimit = 64

  /// With more words than this, the titles of other rows are not searched.
  private static let titledCount = 20

  private(set) var problems: [QueryProblem] = []
  var leavesOutSmallWords = false
  private(set) var leftOut: [String] = []
  private var scanner: QueryScanner
  private var fields: [Field] { names.fields }
  private let names: FieldNames
  private let today: CalendarDate?
  private let titles: [Int]
  private var depth = 0
  private var isNegated = false

  init(_ text: String, _ names: FieldNames, _ today: CalendarDate?, lookingInto titles: [Int] = []) {
    scanner = QueryScanner(text)
    (self.names, self.today, self.titles) = (names, today, titles)
  }

  mutating func parse() -> QueryCondition? {
    let condition = parseAny(in: nil)
    problems.sort { $0.range.lowerBound < $1.range.lowerBound }
    return condition
  }

  mutating func note(_ kind: QueryProblem.Kind, _ range: Range<Int>) {
    if problems.count < Self.problemLimit {
      problems.append(QueryProblem(kind: kind, range: scanner.bytes(range)))
    }
  }

  // MARK: Alternatives, conjunctions, groups

  /// In a group after a field name, all alternatives belong to that field.
  private mutating func parseAny(in field: Int?) -> QueryCondition? {
    var alternatives: [QueryCondition] = []
    var bar: Range<Int>?
    while true {
      let (condition, isEmpty) = parseAll(in: field)
      if let condition { alternatives.append(condition) }
      if isEmpty, let bar { note(.missingAlternative, bar) }
      guard scanner.next == "|" else { break }
      let next = scanner.index..<scanner.index + 1
      if isEmpty, bar == nil { note(.missingAlternative, next) }
      bar = next
      scanner.advance()
    }
    return alternatives.count > 1 ? .any(alternatives) : alternatives.first
  }

  /// Merges words that are searched for in all fields into one matcher.
  private mutating func parseAll(in field: Int?) -> (QueryCondition?, isEmpty: Bool) {
    var words: [SearchWord] = []
    var others: [QueryCondition] = []
    var isEmpty = true
    scanner.skipBlanks()
    while let next = scanner.next, next != "|" {
      if next == ")" {
        if depth > 0 { break }
        note(.unopenedGroup, scanner.index..<scanner.index + 1)
        scanner.advance()
      } else {
        isEmpty = false
        switch parseTerm(in: field) {
        case .word(let word): words.append(word)
        case .condition(let condition): others.append(condition)
        case .nothing: break
        }
      }
      scanner.skipBlanks()
    }
    let all = found(words) + others
    return (all.count > 1 ? .all(all) : all.first, isEmpty)
  }

  private func found(_ words: [SearchWord]) -> [QueryCondition] {
    if words.isEmpty { return [] }
    guard !titles.isEmpty, words.count <= Self.titledCount else { return [.words(Matcher(words))] }
    return words.map { word in
      .any([.words(Matcher([word]))] + titles.map { .field($0, .contains(Matcher([word]))) })
    }
  }

  private mutating func parseGroup(in field: Int?) -> Term {
    let open = scanner.index..<scanner.index + 1
    scanner.advance()
    guard depth < Self.depthLimit else {
      note(.tooDeep, open)
      return .nothing
    }
    depth += 1
    defer { depth -= 1 }
    scanner.skipBlanks()
    if scanner.next == ")" { note(.emptyGroup, open.lowerBound..<scanner.index + 1) }
    let condition = parseAny(in: field)
    if scanner.next == ")" { scanner.advance() } else { note(.unclosedGroup, open) }
    return condition.map { .condition($0) } ?? .nothing
  }

  // MARK: Terms

  private mutating func parseTerm(in field: Int?) -> Term {
    var (isNegated, isHyphen) = (false, false)
    while let length = scanner.negationLength {
      isHyphen = length == 1
      let sign = scanner.index..<scanner.index + length
      isNegated.toggle()
      scanner.advance(length)
      if scanner.isAtEndOfTerm {
        note(.missingTerm, sign)
        return .nothing
      }
    }
    let isWithin = self.isNegated
    self.isNegated = isWithin || isNegated
    defer { self.isNegated = isWithin }
    isHyphen = isHyphen && scanner.next != "\""
    let term = parsePositive(in: field)
    guard isNegated else { return term }
    switch term {
    // A hyphen excludes less than `not:`, because a short word is part of many others.
    case .word(let word):
      return found([isHyphen ? word.beginningWords : word]).first.map { .condition(.not($0)) } ?? .nothing
    case .condition(let condition): return .condition(.not(condition))
    case .nothing: return .nothing
    }
  }

  private mutating func parsePositive(in field: Int?) -> Term {
    switch scanner.next {
    case "(": return parseGroup(in: field)
    case "\"":
      let phrase = parseQuoted()
      guard let comparison = scanner.comparison else { return word(phrase.text, in: field, isPhrase: true) }
      return parseComparison(phrase.text, phrase.range, comparison, isQuoted: true)
    default:
      if let name = scanner.name, let term = parseNamed(name.text, name.range) { return term }
      return word(scanner.takeWord(inGroup: depth > 0), in: field)
    }
  }

  private mutating func parseQuoted() -> TypedValue {
    let start = scanner.index
    let (text, isClosed) = scanner.takeQuoted()
    if !isClosed { note(.unclosedQuote, start..<start + 1) }
    return TypedValue(text: text, isQuoted: true, range: start..<scanner.index)
  }

  private mutating func word(_ text: String, in field: Int?, isPhrase: Bool = false) -> Term {
    guard let word = SearchWord(folding: text) else { return .nothing }
    guard let field else {
      let isLeftOut = leavesOutSmallWords && !isPhrase && !isNegated && TitleWords.small.contains(word.bytes)
      if isLeftOut { leftOut.append(text) }
      return isLeftOut ? .nothing : .word(word)
    }
    let own = QueryCondition.field(
      field, ComparisonReader.choice(text, in: fields[field]) ?? .contains(Matcher([word])))
    guard let title = names.titles[field] else { return .condition(own) }
    return .condition(.any([own, .field(title, .contains(Matcher([word])))]))
  }

  /// Nil if the name is part of a word.
  private mutating func parseNamed(_ name: String, _ range: Range<Int>) -> Term? {
    guard !fields.isEmpty else { return nil }
    let isColon = scanner.scalar(at: range.upperBound) == ":"
    if isColon, let keyword = Keyword(rawValue: name.lowercased()), keyword != .not {
      scanner.advance(range.count + 1)
      return keyword == .is ? parseState(range) : parseNull(range, isNull: keyword == .no)
    }
    let startsWithDigit = name.unicodeScalars.first.map { ("0"..."9").contains($0) } ?? false
    if case .none = names.match(name, isWhole: startsWithDigit) {
      // A negated unknown name is never taken as text: the row to exclude would be found.
      let isText = scanner.beginsWithCapital(range) && !isNegated
      if !isText, scanner.looksLikeName(range) || names.beginsWithTable(name) {
        note(.unknownField(name, meant: names.nearest(to: name)), range)
      }
      return nil
    }
    scanner.advance(range.count)
    return scanner.comparison.map { parseComparison(name, range, $0, isQuoted: false) }
  }

  private mutating func field(_ name: String, _ range: Range<Int>) -> Int? {
    switch names.match(name) {
    case .field(let index): return index
    case .several(let indices): note(.ambiguousField(name, indices.map { fields[$0].label }), range)
    case .none: note(.unknownField(name, meant: names.nearest(to: name)), range)
    }
    return nil
  }

  private mutating func parseComparison(
    _ name: String, _ range: Range<Int>, _ comparison: Comparison, isQuoted: Bool
  ) -> Term {
    let index = field(name, range)
    scanner.takeComparison()
    if comparison == .contains, scanner.next == "(" { return parseGroup(in: index) }
    guard let value = comparison == .matches ? parsePattern() : parseValue() else {
      if let index { note(.missingValue(fields[index].label), range.lowerBound..<scanner.index) }
      return .nothing
    }
    guard let index else { return .nothing }
    let (test, problem) = read(comparison, value, of: index)
    if let problem { note(problem, value.range) }
    guard let test else { return .nothing }
    guard let title = names.titles[index], let other = titleTest(comparison, value, of: title) else {
      return .condition(.field(index, test))
    }
    return .condition(.any([.field(index, test), .field(title, other)]))
  }

  private func read(
    _ comparison: Comparison, _ value: TypedValue, of index: Int
  ) -> ComparisonReader.Outcome {
    ComparisonReader(field: fields[index], comparison: comparison, value: value, today: today).read()
  }

  /// `<` and `>` compare the row's number.
  private func titleTest(_ comparison: Comparison, _ value: TypedValue, of title: Int) -> FieldTest? {
    guard [.contains, .equals, .matches].contains(comparison) else { return nil }
    let (test, problem) = read(comparison, value, of: title)
    return problem == nil ? test : nil
  }

  private mutating func parseValue() -> TypedValue? {
    if scanner.next == "\"" { return parseQuoted() }
    if scanner.isAtEndOfTerm { return nil }
    let start = scanner.index
    let text = scanner.takeWord(inGroup: depth > 0)
    return TypedValue(text: text, isQuoted: false, range: start..<scanner.index)
  }

  private mutating func parsePattern() -> TypedValue? {
    let start = scanner.index
    if scanner.next == "\"" {
      let (text, isClosed) = scanner.takeQuotedPattern()
      if !isClosed { note(.unclosedQuote, start..<start + 1) }
      return TypedValue(text: text, isQuoted: true, range: start..<scanner.index)
    }
    if scanner.isAtEndOfTerm { return nil }
    let text = scanner.takePattern(inGroup: depth > 0)
    return TypedValue(text: text, isQuoted: false, range: start..<scanner.index)
  }

  private mutating func parseNull(_ keyword: Range<Int>, isNull: Bool) -> Term {
    guard let value = parseValue() else {
      note(.missingValue(isNull ? "no:" : "has:"), keyword.lowerBound..<scanner.index)
      return .nothing
    }
    return field(value.text, value.range).map { .condition(.field($0, .isNull(isNull))) } ?? .nothing
  }

  private mutating func parseState(_ keyword: Range<Int>) -> Term {
    guard let value = parseValue() else {
      note(.unknownState(""), keyword.lowerBound..<scanner.index)
      return .nothing
    }
    guard let state = QueryState(rawValue: value.text.lowercased()) else {
      note(.unknownState(value.text), value.range)
      return .nothing
    }
    return .condition(.state(state))
  }
}
