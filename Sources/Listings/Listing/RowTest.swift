import CSQLite
import Queries
import Records
import SQLite

/// A test of a row that SQLite calls with some of the row's values.
enum RowTest: Sendable {
  /// Words with digits also match the fields after the texts.
  case words(Matcher, [Field], textCount: Int)
  case contains(Matcher, Field)
  case matches(Pattern, Field)
  case value(FieldTest, Field)
  case state(QueryState, TableSQL, RowStates)
  /// A condition with too many parts for SQL; the fields' values come first, and then the key.
  case whole(QueryCondition, [Int], TableSQL, RowStates)

  /// Takes the test apart only once; `isCancelled` is polled while a long text is searched, and ends the search.
  func function(isCancelled: @escaping () -> Bool) -> (SQLFunction.Arguments) -> Bool {
    switch self {
    case .words(let matcher, let fields, let textCount):
      { Self.has(matcher, in: $0, fields, textCount: textCount) }
    case .contains(let matcher, let field): { Self.contains(matcher, $0[0], field) }
    case .matches(let pattern, let field): { Self.matches(pattern, $0[0], field, isCancelled) }
    case .value(let test, let field): { test.passes(SQLFunction.value(of: $0[0]), in: field) }
    case .state(let state, let sql, let states):
      { states.has(state, sql.id($0.map(SQLFunction.value(of:)))) }
    case .whole(let condition, let fields, let sql, let states):
      { Self.holds(condition, $0, fields, sql, states) }
    }
  }

  private static func has(
    _ matcher: Matcher, in arguments: SQLFunction.Arguments, _ fields: [Field], textCount: Int
  ) -> Bool {
    matcher.matches(count: textCount, dateCount: fields.count - textCount) { index in
      SQLFunction.textIfAny(arguments[index])
    } isDated: { index in
      fields[index].kind.isDated
    } shown: { index in
      Self.shown(arguments[index], in: fields[index])
    }
  }

  private static func matches(
    _ pattern: Pattern, _ argument: OpaquePointer?, _ field: Field, _ isCancelled: () -> Bool
  ) -> Bool {
    if field.kind != .boolean, let text = SQLFunction.textIfAny(argument) {
      return pattern.matches(text, isCancelled: isCancelled)
    }
    return FieldTest.matches(pattern).passes(SQLFunction.value(of: argument), in: field)
  }

  private static func holds(
    _ condition: QueryCondition, _ arguments: SQLFunction.Arguments, _ fields: [Int], _ sql: TableSQL,
    _ states: RowStates
  ) -> Bool {
    let values = Dictionary(
      uniqueKeysWithValues: fields.enumerated().map { ($1, SQLFunction.value(of: arguments[$0])) })
    let id = sql.id(arguments[fields.count...].map(SQLFunction.value(of:)))
    return condition.holds(in: sql.schema) {
      values[$0] ?? .null
    } values: { _ in
      // A condition on the rows of other tables is never tested as a whole.
      []
    } has: {
      states.has($0, id)
    }
  }

  private static func contains(_ matcher: Matcher, _ argument: OpaquePointer?, _ field: Field) -> Bool {
    if field.kind != .boolean, let text = SQLFunction.textIfAny(argument) {
      return matcher.matches(text, in: field)
    }
    return FieldTest.contains(matcher).passes(SQLFunction.value(of: argument), in: field)
  }

  private static func shown(_ argument: OpaquePointer?, in field: Field) -> String? {
    switch sqlite3_value_type(argument) {
    case SQLITE_INTEGER: field.text(of: .integer(sqlite3_value_int64(argument)))
    case SQLITE_FLOAT: field.text(of: .real(sqlite3_value_double(argument)))
    default: nil
    }
  }
}
