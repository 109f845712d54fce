import CSQLite
import Queries
import Records

/// The SQL functions of a listing's statements, on SQLite's C interface, which does not copy a text.
package enum SQLFunction {
  /// 1 if the arguments pass the main test, otherwise 0.
  package static let match = "booklist_match"
  /// 1 if the arguments after the first one pass the test with that number, otherwise 0.
  package static let test = "booklist_test"
  /// The current value of a row, given the database's value and the row's key.
  package static let value = "booklist_value"
  /// A blob that sorts values bytewise in the order of lists.
  package static let sortKey = "booklist_sort_key"
  package static let titleKey = "booklist_title_key"
  package static let nameKey = "booklist_name_key"
  /// The sort key of a number, even if it is stored as a text.
  package static let numberKey = "booklist_number_key"

  package typealias Arguments = UnsafeMutableBufferPointer<OpaquePointer?>

  package struct Tests {
    package var match: ((Arguments) -> Bool)?
    package var numbered: [(Arguments) -> Bool] = []
    package var edited: ((Arguments) -> Value?)?

    package init(
      match: ((Arguments) -> Bool)? = nil, numbered: [(Arguments) -> Bool] = [],
      edited: ((Arguments) -> Value?)? = nil
    ) {
      (self.match, self.numbered, self.edited) = (match, numbered, edited)
    }

    fileprivate var isEmpty: Bool { match == nil && numbered.isEmpty }
  }

  final class Context {
    let tests: Tests
    let articles: Articles
    let tick: () -> Void
    private(set) var key = SortKey()
    private var callCount = 0

    init(_ tests: Tests, articles: Articles = .none, tick: @escaping () -> Void) {
      (self.tests, self.articles, self.tick) = (tests, articles, tick)
    }

    func count() {
      callCount += 1
      if callCount.isMultiple(of: SQLFunction.tickCount) { tick() }
    }

    func setKey(ofName argument: OpaquePointer) { key.set(name: SQLFunction.text(argument)) }

    func setKey(of argument: OpaquePointer) {
      switch sqlite3_value_type(argument) {
      case SQLITE_INTEGER: key.set(integer: sqlite3_value_int64(argument))
      case SQLITE_FLOAT: key.set(real: sqlite3_value_double(argument))
      case SQLITE_TEXT: key.set(text: SQLFunction.text(argument), ignoring: articles)
      case SQLITE_BLOB: key.set(blob: SQLFunction.blob(argument))
      default: key.setNull()
      }
    }
  }

  package static let tickCount = 16_384

  /// Does not retain the context, because SQLite does so and this runs for every row.
  private static func with<Result>(_ raw: OpaquePointer?, _ body: (Context) -> Result) -> Result? {
    sqlite3_user_data(raw).map { Unmanaged<Context>.fromOpaque($0)._withUnsafeGuaranteedRef(body) }
  }

  private typealias Call =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

  private static let callMatch: Call = { raw, count, arguments in
    guard let arguments else { return }
    let isMatch = SQLFunction.with(raw) { context in
      context.count()
      return context.tests.match?(Arguments(start: arguments, count: Int(count)))
    }
    sqlite3_result_int(raw, isMatch == true ? 1 : 0)
  }

  private static let callTest: Call = { raw, count, arguments in
    guard let arguments, count > 1 else { return }
    let isPassed = SQLFunction.with(raw) { context -> Bool in
      let number = Int(sqlite3_value_int64(arguments[0]))
      // Only one of several tests counts the rows; in a search for words, the main test does.
      if number == 0, context.tests.match == nil { context.count() }
      guard context.tests.numbered.indices.contains(number) else { return false }
      return context.tests.numbered[number](Arguments(start: arguments + 1, count: Int(count) - 1))
    }
    sqlite3_result_int(raw, isPassed == true ? 1 : 0)
  }

  private static let callValue: Call = { raw, count, arguments in
    guard let arguments, count > 1 else { return }
    let edited = SQLFunction.with(raw) { context in
      context.tests.edited?(Arguments(start: arguments + 1, count: Int(count) - 1))
    }
    guard case .some(.some(let value)) = edited else { return sqlite3_result_value(raw, arguments[0]) }
    SQLFunction.set(value, as: raw)
  }

  private static let callSortKey: Call = { raw, count, arguments in
    guard let argument = arguments?[0] else { return }
    _ = SQLFunction.with(raw) { context in
      if context.tests.isEmpty { context.count() }
      switch sqlite3_value_type(argument) {
      case SQLITE_TEXT where context.articles.isEmpty:
        SortKey.withBytes(ofText: SQLFunction.text(argument)) { SQLFunction.set($0, as: raw) }
      case SQLITE_FLOAT:
        SortKey.withBytes(ofReal: sqlite3_value_double(argument)) { SQLFunction.set($0, as: raw) }
      default:
        context.setKey(of: argument)
        context.key.bytes.withUnsafeBytes { SQLFunction.set($0, as: raw) }
      }
    }
  }

  private static let callNameKey: Call = { raw, count, arguments in
    guard let argument = arguments?[0], sqlite3_value_type(argument) == SQLITE_TEXT else {
      return SQLFunction.callSortKey(raw, count, arguments)
    }
    _ = SQLFunction.with(raw) { context in
      if context.tests.isEmpty { context.count() }
      context.setKey(ofName: argument)
      context.key.bytes.withUnsafeBytes { SQLFunction.set($0, as: raw) }
    }
  }

  private static let callNumberKey: Call = { raw, count, arguments in
    guard let argument = arguments?[0] else { return }
    // SQLite converts a text that is a number.
    sqlite3_value_numeric_type(argument)
    SQLFunction.callSortKey(raw, count, arguments)
  }

  private static func set(_ bytes: UnsafeRawBufferPointer, as raw: OpaquePointer?) {
    sqlite3_result_blob64(
      raw, bytes.baseAddress, UInt64(bytes.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
  }

  private static func set(_ value: Value, as raw: OpaquePointer?) {
    switch value {
    case .null: sqlite3_result_null(raw)
    case .integer(let integer): sqlite3_result_int64(raw, integer)
    case .real(let real): sqlite3_result_double(raw, real)
    case .text(let text):
      let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      // For a null address, SQLite would return NULL instead of an empty text.
      if text.bytes.isEmpty { return sqlite3_result_text(raw, "", 0, copy) }
      text.bytes.withUnsafeBytes {
        let start = $0.baseAddress?.assumingMemoryBound(to: CChar.self)
        sqlite3_result_text64(raw, start, UInt64($0.count), copy, UInt8(SQLITE_UTF8))
      }
    case .blob(let bytes):
      if bytes.isEmpty { return sqlite3_result_zeroblob(raw, 0) }
      bytes.withUnsafeBytes { set($0, as: raw) }
    }
  }

  /// Valid while SQLite keeps the argument.
  package static func text(_ argument: OpaquePointer?) -> UnsafeRawBufferPointer {
    let start = sqlite3_value_text(argument)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(argument)))
  }

  package static func textIfAny(_ argument: OpaquePointer?) -> UnsafeRawBufferPointer? {
    sqlite3_value_type(argument) == SQLITE_TEXT ? text(argument) : nil
  }

  package static func integer(_ argument: OpaquePointer?) -> Int64 { sqlite3_value_int64(argument) }

  package static func withCell(
    of argument: OpaquePointer?, _ body: (UInt8, UInt64, UnsafeRawBufferPointer) -> Void
  ) {
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    switch sqlite3_value_type(argument) {
    case SQLITE_INTEGER: body(1, UInt64(bitPattern: sqlite3_value_int64(argument)), none)
    case SQLITE_FLOAT: body(2, sqlite3_value_double(argument).bitPattern, none)
    case SQLITE_TEXT:
      let text = text(argument)
      body(3, UInt64(text.count), text)
    case SQLITE_BLOB:
      let blob = blob(argument)
      body(4, UInt64(blob.count), blob)
    default: body(0, 0, none)
    }
  }

  private static func blob(_ argument: OpaquePointer?) -> UnsafeRawBufferPointer {
    let start = sqlite3_value_blob(argument)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(argument)))
  }

  package static func value(of argument: OpaquePointer?) -> Value {
    switch sqlite3_value_type(argument) {
    case SQLITE_INTEGER: .integer(sqlite3_value_int64(argument))
    case SQLITE_FLOAT: .real(sqlite3_value_double(argument))
    case SQLITE_TEXT: .text(Text(bytes: Array(text(argument))))
    case SQLITE_BLOB: .blob(Array(blob(argument)))
    default: .null
    }
  }

  package static func register(
    on connection: OpaquePointer, _ tests: Tests = Tests(), articles: Articles = .none,
    tick: @escaping () -> Void
  ) throws(StoreError) {
    let context = { Context(tests, articles: $0, tick: tick) }
    try define(match, arity: -1, callMatch, on: connection, context(.none))
    try define(test, arity: -1, callTest, on: connection, context(.none))
    try define(value, arity: -1, callValue, on: connection, context(.none))
    try define(sortKey, arity: 1, callSortKey, on: connection, context(.none))
    try define(nameKey, arity: 1, callNameKey, on: connection, context(.none))
    try define(numberKey, arity: 1, callNumberKey, on: connection, context(.none))
    try define(titleKey, arity: 1, callSortKey, on: connection, context(articles))
  }

  private static func define(
    _ name: String, arity: Int32, _ call: Call, on connection: OpaquePointer, _ context: Context
  ) throws(StoreError) {
    let code = sqlite3_create_function_v2(
      connection, name, arity, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      Unmanaged.passRetained(context).toOpaque(), call, nil, nil
    ) { raw in
      if let raw { Unmanaged<Context>.fromOpaque(raw).release() }
    }
    guard code == SQLITE_OK else { throw StoreError(code: code, message: "cannot define \(name)") }
  }
}
