import Queries
import Records
import SQLite

struct FilterBuilder {
  let sql: TableSQL
  let states: RowStates
  let collation: (_ field: Int) -> String
  private(set) var bindings: [Value] = []
  private(set) var match: RowTest?
  private(set) var tests: [RowTest] = []

  private var schema: Schema { sql.schema }

  /// The most columns passed to one call; SQLite allows 127 arguments, including the test's number and the key.
  static let argumentLimit = 100

  mutating func part(_ condition: QueryCondition) -> String {
    switch condition {
    case .words(let matcher): words(matcher)
    case .field(let index, let test): field(index, test)
    case .state(let state): test(.state(state, sql, states), sql.keyList)
    // NULL is not true either.
    case .not(let other): "(\(part(other))) IS NOT TRUE"
    case .all(let others): balanced(others.map { part($0) }[...], " AND ")
    case .any(let others): balanced(others.map { part($0) }[...], " OR ")
    }
  }

  mutating func whole(_ condition: QueryCondition, _ fields: [Int]) -> String {
    let columns = fields.isEmpty ? sql.keyList : sql.columnList(fields) + ", " + sql.keyList
    return test(.whole(condition, fields, sql, states), columns)
  }

  /// Joins parts in pairs, and the pairs in pairs, so that the expression never becomes deep.
  private func balanced(_ parts: ArraySlice<String>, _ word: String) -> String {
    guard parts.count > 1 else { return parts.first ?? "1" }
    let middle = (parts.startIndex + parts.endIndex) / 2
    return "(\(balanced(parts[..<middle], word))\(word)\(balanced(parts[middle...], word)))"
  }

  private mutating func words(_ matcher: Matcher) -> String {
    let indices = schema.searchedFields(by: matcher)
    guard indices.count <= Self.argumentLimit else {
      return balanced(matcher.single.map { wordInMany($0, indices) }[...], " AND ")
    }
    let test = RowTest.words(
      matcher, indices.map { schema.fields[$0] }, textCount: schema.searchedTexts.count)
    guard match == nil else { return self.test(test, sql.columnList(indices)) }
    match = test
    return "\(SQLFunction.match)(\(sql.columnList(indices)))"
  }

  private mutating func wordInMany(_ word: Matcher, _ indices: [Int]) -> String {
    let texts = Set(schema.searchedTexts)
    let tests = stride(from: 0, to: indices.count, by: Self.argumentLimit).map { start in
      let some = Array(indices[start..<min(start + Self.argumentLimit, indices.count)])
      return test(
        .words(word, some.map { schema.fields[$0] }, textCount: some.count { texts.contains($0) }),
        sql.columnList(some))
    }
    return balanced(tests[...], " OR ")
  }

  private mutating func test(_ test: RowTest, _ columns: String) -> String {
    tests.append(test)
    return "\(SQLFunction.test)(\(tests.count - 1), \(columns))"
  }

  private mutating func field(_ index: Int, _ test: FieldTest) -> String {
    if let related = schema.related(at: index) { return self.related(related, test, sql.columnList([index])) }
    let (field, column) = (schema.fields[index], sql.columnList([index]))
    if case .isNull(let isNull) = test {
      // SQLite can determine the class of a blob without reading it.
      guard sql.bytesFields.contains(index) else { return "\(column) IS \(isNull ? "" : "NOT ")NULL" }
      return "typeof(\(column)) \(isNull ? "=" : "<>") 'null'"
    }
    var conditions = sql.bytesFields.contains(index) ? ["typeof(\(column)) <> 'blob'"] : []
    // A view or a virtual table may hold values that do not follow its columns' affinities.
    if schema.source == .table {
      // If only the database's own program defines a collation, an index may be in another order than its stand-in.
      let operand = CollationStandIn.isOwn(collation(index)) ? column : column + " COLLATE BINARY"
      if let bounds = bounds(field, column, operand, test) { conditions.append(bounds) }
    }
    conditions.append(self.test(test, field, column))
    return conditions.count > 1 ? "(\(conditions.joined(separator: " AND ")))" : conditions[0]
  }

  private mutating func test(_ test: FieldTest, _ field: Field, _ column: String) -> String {
    if case .contains(let matcher) = test { return self.test(.contains(matcher, field), column) }
    if case .matches(let pattern) = test { return self.test(.matches(pattern, field), column) }
    return self.test(.value(test, field), column)
  }

  /// SQLite finds the other rows first, and then this table's rows through them.
  private mutating func related(_ related: RelatedField, _ test: FieldTest, _ expression: String) -> String {
    let isAny = related.part == .all
    if case .isNull(let isNull) = test {
      guard isAny else { return "\(expression) IS \(isNull ? "" : "NOT ")NULL" }
      let any = related.anyRow(of: schema.table, meets: "\(related.value) IS NOT NULL")
      return isNull ? "(\(any)) IS NOT TRUE" : any
    }
    if isAny || related.part == .single {
      return related.anyRow(of: schema.table, meets: condition(on: related, test))
    }
    if related.content == .row, case .within(let range) = test, range.isNumeric,
      let comparison = within(range, expression)
    {
      return comparison
    }
    return self.test(test, related.field, expression)
  }

  private mutating func condition(on related: RelatedField, _ test: FieldTest) -> String {
    let column = related.value
    var conditions: [String] = []
    if case .column = related.content,
      let bounds = bounds(related.field, column, column + " COLLATE BINARY", test)
    {
      conditions.append(bounds)
    }
    return (conditions + [self.test(test, related.field, column)]).joined(separator: " AND ")
  }

  /// A condition that an index can use and that every matching value fulfils; nil if there is none.
  private mutating func bounds(
    _ field: Field, _ column: String, _ operand: String, _ test: FieldTest
  ) -> String? {
    switch test {
    // An index holds only whole lists.
    case .equals where field.kind == .list: return nil
    case .equals(let exact): return equality(exact, field, column, operand)
    // An index holds choices by the alphabet.
    case .within(let range)
    where range.isNumeric && !field.comparesNumbers && field.orderedChoices.isEmpty:
      return within(range, column)
    case .during(let range): return during(range, field, column)
    case .within, .contains, .matches, .truth, .isNull: return nil
    }
  }

  private mutating func within(_ range: ValueRange, _ column: String) -> String? {
    let comparisons = range.includesBounds ? (">=", "<=") : (">", "<")
    return between(column, comparisons, range.lower, range.upper)
  }

  private mutating func between(
    _ column: String, _ comparisons: (String, String), _ lower: Value?, _ upper: Value?
  ) -> String? {
    var terms: [String] = []
    if let lower {
      terms.append("\(column) \(comparisons.0) ?")
      bindings.append(lower)
    }
    if let upper {
      terms.append("\(column) \(comparisons.1) ?")
      bindings.append(upper)
    }
    return terms.isEmpty ? nil : terms.joined(separator: " AND ")
  }

  private mutating func equality(
    _ exact: ExactValue, _ field: Field, _ column: String, _ operand: String
  ) -> String? {
    guard field.kind != .boolean else { return nil }
    var values = [Value.text(Text(exact.text))]
    if field.affinity != .text, let number = exact.number { values.append(number) }
    bindings += values
    let equal = values.count > 1 ? "\(operand) IN (?, ?)" : "\(operand) = ?"
    guard let range = exact.range, field.kind.dateForm != .isoText,
      let during = during(range, field, column)
    else { return equal }
    return "(\(equal) OR \(during))"
  }

  private mutating func during(_ range: MomentRange, _ field: Field, _ column: String) -> String? {
    guard let form = field.kind.dateForm else { return nil }
    if form == .isoText { return texts(range, column) }
    let isNumber = between(
      column, (">=", "<="), range.lower.map { .real(form.number(of: $0, slack: -2)) },
      range.upper.map { .real(form.number(of: $0, slack: 2)) })
    guard let isNumber, let limit = form.coarseLimit else { return isNumber }
    bindings += [.real(-limit), .real(limit)]
    return "(\(isNumber) OR \(column) BETWEEN ? AND ?)"
  }

  /// From the year 0 on, texts sort by date; earlier dates begin with a hyphen, which sorts before all others.
  private mutating func texts(_ range: MomentRange, _ column: String) -> String? {
    func text(_ days: Int) -> String? {
      let date = CalendarDate(daysSince1970: days)
      return date.year < 0 ? nil : date.description
    }
    let lower = range.lower.flatMap { text($0.days) }
    // A day later, to include every time of day.
    let upper = range.upper.map { text($0.days + 1) ?? "0" }
    return between(
      column + " COLLATE BINARY", (">=", "<"), lower.map { .text(Text($0)) }, upper.map { .text(Text($0)) })
  }
}

extension Field.DateForm {
  /// Numbers nearer to the epoch than this may be counted in a longer unit; see `unit(of:)`.
  fileprivate var coarseLimit: Double? {
    guard case .number(let unit, _) = self, unit.rawValue >= DateUnit.microsecond.rawValue else { return nil }
    return 7_200 * Double(unit.perSecond)
  }

  /// The slack in seconds is needed because SQLite rounds to milliseconds and doubles are inexact.
  fileprivate func number(of moment: Moment, slack: Double) -> Double {
    let seconds = Double(moment.days) * 86_400 + Double(moment.nanoseconds) / 1e9 + slack
    guard case .number(let unit, let epoch) = self else { return seconds / 86_400 + 2_440_587.5 }
    return (seconds - Double(epoch.secondsSince1970)) * Double(unit.perSecond)
  }
}
