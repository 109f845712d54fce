import Records

/// A query from the finder; see docs/finder.md for the language.
///
/// Every text is a query: wrong or unfinished parts are ignored and listed in `problems`.
public struct Query: Hashable, Sendable {
  /// The typed text.
  public let text: String
  /// The condition that a row must meet, or nil for every row.
  package private(set) var condition: QueryCondition?
  /// The problems in the text, in order.
  public let problems: [QueryProblem]
  /// The ignored small words, if the query was relaxed because no row has all words.
  public let leftOut: [String]

  /// Parses a typed text.
  ///
  /// - Parameters:
  ///   - fields: The fields that can be named; without fields, a colon is part of a word.
  ///   - today: The day that `today` means; without it, comparisons with `today` are no condition.
  public init(_ typed: String, fields: [Field] = [], today: CalendarDate? = nil) {
    self.init(QueryParser(typed, FieldNames(fields), today), typed)
  }

  /// Parses a text for a table's rows, including its related fields; words are also searched for in the related `titles`.
  public init(
    _ typed: String, in schema: Schema, lookingInto titles: [Int] = [], today: CalendarDate? = nil
  ) {
    self.init(Self.parser(typed, schema, titles, today), typed)
  }

  /// The query without its small words, to be used if no row has all words; nil if it has no small words or nothing else.
  public func withoutSmallWords(
    in schema: Schema, lookingInto titles: [Int] = [], today: CalendarDate? = nil
  ) -> Query? {
    guard leftOut.isEmpty else { return nil }
    var parser = Self.parser(text, schema, titles, today)
    parser.leavesOutSmallWords = true
    let query = Query(parser, text)
    return query.leftOut.isEmpty || query.condition == nil ? nil : query
  }

  private static func parser(
    _ typed: String, _ schema: Schema, _ titles: [Int], _ today: CalendarDate?
  ) -> QueryParser {
    let references = schema.fields.indices.compactMap { field in
      let title = schema.titleOfReference(field)
      return title == field ? nil : (field, title)
    }
    let names = FieldNames(
      schema.fields, related: schema.related.map(\.field),
      titles: Dictionary(uniqueKeysWithValues: references))
    return QueryParser(typed, names, today, lookingInto: titles)
  }

  private init(_ parser: QueryParser, _ typed: String) {
    var parser = parser
    text = typed
    condition = parser.parse()
    (problems, leftOut) = (parser.problems, parser.leftOut)
  }

  /// The states to test.
  public var states: Set<QueryState> {
    var states: Set<QueryState> = []
    condition?.forEachLeaf { if case .state(let state) = $0 { states.insert(state) } }
    return states
  }

  /// Whether every row matches.
  public var isEmpty: Bool { condition == nil }

  /// The words to highlight in some fields; words that must not occur are excluded.
  public func highlight(in fields: [Int]) -> Matcher { Matcher(condition?.words(in: fields) ?? []) }

  /// The choices that the query's words stand for, by field; a choice named in full stands only for itself.
  public func meantChoices(in schema: Schema) -> [(field: Field, choices: [String])] {
    var meant: [(Field, [String])] = []
    condition?.forEachLeaf { leaf in
      guard case .field(let index, .contains(let matcher)) = leaf else { return }
      let field = schema.field(at: index)
      let choices = field.kind.choices.filter { matcher.matches([Text($0)]) }
      if !choices.isEmpty { meant.append((field, choices)) }
    }
    return meant
  }

  /// The query that a reader means who types `read in 2023`: `finished:2023`; nil for other texts and in other tables.
  public static func meant(by typed: String, in schema: Schema) -> String? {
    guard schema.isRead, typed.utf8.count < 40 else { return nil }
    var words = typed.lowercased().split(separator: " ")
    if words.first == "books" { words.removeFirst() }
    guard words.count == 3, words[0] == "read" || words[0] == "finished", words[1] == "in" else { return nil }
    let isYear = words[2].utf8.count == 4 && words[2].allSatisfy { $0.isASCII && $0.isNumber }
    return isYear ? "finished:\(words[2])" : nil
  }

  /// A yes/no field that has to be no, by its name in queries; rows without a value match neither.
  public func deniedField(in schema: Schema) -> String? {
    var denied: String?
    condition?.forEachLeaf { leaf in
      if case .field(let index, .truth(false)) = leaf {
        denied = denied ?? Self.name(schema.field(at: index).column)
      }
    }
    return denied
  }

  // MARK: Making queries

  /// The query text for all rows with this value in a field; nil for bytes, which cannot be typed.
  public static func term(_ field: Field, equals value: Value) -> String? {
    let name = name(field.column)
    switch value {
    case .null: return "no:" + name
    case .blob: return nil
    case .text(let text): return value.isBytes ? nil : name + "=" + quoted(text.string)
    case .integer, .real: return name + "=" + quoted(field.text(of: value))
    }
  }

  /// The text of this query with another term in front, because the query may end in an operator or an open quote.
  public func adding(_ term: String) -> String {
    guard let condition else { return term }
    guard case .any = condition else { return term + " " + text }
    return "\(term) (\(text)" + (problems.isEmpty ? ")" : "")
  }

  /// The query restricted to the rows in a state.
  public func adding(_ state: QueryState) -> Query {
    var query = self
    query.condition = condition.map { .all([$0, .state(state)]) } ?? .state(state)
    return query
  }

  /// A column's name in query syntax.
  public static func name(_ column: String) -> String {
    let isPlain = column.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 95
    }
    let startsPlain = column.utf8.first.map { $0 > 57 } ?? false
    let isKeyword = QueryParser.Keyword(rawValue: column.lowercased()) != nil
    return isPlain && startsPlain && !isKeyword ? column : quoted(column)
  }

  /// A text in quotes, with its quotes and backslashes escaped.
  public static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}

/// A part of a query that is wrong or unfinished.
public struct QueryProblem: Hashable, Sendable {
  /// What is wrong.
  public let kind: Kind
  /// The affected part of the text, as a range of UTF-8 bytes; never empty.
  public let range: Range<Int>

  /// The kinds of problems; the rest of the query counts all the same.
  public enum Kind: Hashable, Sendable {
    /// The quote is taken to end with the text.
    case unclosedQuote
    /// The parenthesis is taken to be closed at the end.
    case unclosedGroup
    case unopenedGroup
    case emptyGroup
    case missingAlternative
    case missingTerm
    case missingValue(String)
    /// The name is taken as a word; `meant` is a similar field name in query syntax.
    case unknownField(String, meant: String? = nil)
    case ambiguousField(String, [String])
    case unknownState(String)
    case notANumber(String)
    case notADate(String)
    case notComparable(String)
    case brokenPattern(PatternError)
    case reversedRange
    case tooDeep
  }
}
