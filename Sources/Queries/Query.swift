import Records

/// What is typed into the finder: words, phrases, fields, comparisons and states, and how they belong together.
///
/// Every text is a query. A part that is wrong or not finished yet does not count, is named in `problems`, and the rest
/// is used all the same. A text without any operator is a `Matcher`'s words. See docs/finder.md for the language.
public struct Query: Hashable, Sendable {
  /// What was typed.
  public let text: String
  /// What a row must fulfil, or nil for every row.
  public private(set) var condition: QueryCondition?
  /// What is wrong with the text, in its order.
  public let problems: [QueryProblem]
  /// The small words that do not count, because no row has all words.
  public let leftOut: [String]

  /// Reads what was typed.
  ///
  /// - Parameters:
  ///   - typed: The text of the finder.
  ///   - fields: The fields that can be named; without any a colon is a part of a word.
  ///   - today: The day that `today` is; without one, a comparison with it is no condition.
  /// - Complexity: O(*n*) in the text's length.
  public init(_ typed: String, fields: [Field] = [], today: CalendarDate? = nil) {
    self.init(QueryParser(typed, FieldNames(fields), today), typed)
  }

  /// Reads what was typed for a table's rows, also by the related fields that its schema has.
  ///
  /// A field that refers to a row is also compared by the title of that row.
  ///
  /// - Parameter titles: The related fields in which words are looked for, besides the table's own texts.
  public init(
    _ typed: String, in schema: Schema, lookingInto titles: [Int] = [], today: CalendarDate? = nil
  ) {
    self.init(Self.parser(typed, schema, titles, today), typed)
  }

  /// The same query without its small words, for when no row has all words; nil if it has none, or nothing else.
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

  /// The states that rows are asked for.
  public var states: Set<QueryState> {
    var states: Set<QueryState> = []
    condition?.forEachLeaf { if case .state(let state) = $0 { states.insert(state) } }
    return states
  }

  /// Whether every row matches.
  public var isEmpty: Bool { condition == nil }

  /// The words by which rows are found, so that they can be shown in the texts of some fields; none that must not occur.
  public func highlight(in fields: [Int]) -> Matcher { Matcher(condition?.words(in: fields) ?? []) }

  /// The choices that the words of the query stand for, by field; a choice that is named in full stands for itself only.
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

  /// A field of yes and no that has to be no, as a query takes its name: one without a value is neither.
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

  /// The text of a query for all rows that hold a value in a field; nil for bytes, which cannot be typed.
  public static func term(_ field: Field, equals value: Value) -> String? {
    let name = name(field.column)
    switch value {
    case .null: return "no:" + name
    case .blob: return nil
    case .text(let text): return value.isBytes ? nil : name + "=" + quoted(text.string)
    case .integer, .real: return name + "=" + quoted(field.text(of: value))
    }
  }

  /// The text of this query with a term that has to hold as well.
  ///
  /// The term comes first: what follows may end in an operator, a quote or a parenthesis that is still open.
  public func adding(_ term: String) -> String {
    guard let condition else { return term }
    guard case .any = condition else { return term + " " + text }
    return "\(term) (\(text)" + (problems.isEmpty ? ")" : "")
  }

  /// The same query for the rows that are in a state besides.
  public func adding(_ state: QueryState) -> Query {
    var query = self
    query.condition = condition.map { .all([$0, .state(state)]) } ?? .state(state)
    return query
  }

  /// The name of a column as a query takes it.
  public static func name(_ column: String) -> String {
    let isPlain = column.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 95
    }
    let startsPlain = column.utf8.first.map { $0 > 57 } ?? false
    let isKeyword = QueryParser.Keyword(rawValue: column.lowercased()) != nil
    return isPlain && startsPlain && !isKeyword ? column : quoted(column)
  }

  /// A text in quotes, in which quotes and backslashes are escaped.
  public static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
