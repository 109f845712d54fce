import BookStore
import Screens
import Transfers

struct RowArguments {
  let store: BookStore

  var schema: Schema { store.schema }

  /// Finds a field by its column or its label.
  func field(_ name: String) throws -> Int {
    guard let found = schema.field(called: name) else {
      let names = schema.fields.map(\.column).joined(separator: ", ")
      throw CommandFailure("“\(schema.table)” has no field “\(name)”. Its fields are \(names).")
    }
    return found
  }

  /// Also finds fields whose values come from other rows, such as `reading.count`.
  func listField(_ name: String) throws -> Int {
    if schema.field(named: name) != nil { return try field(name) }
    let schema = try store.lists.completeSchema()
    guard let found = schema.listField(named: name) else { return try field(name) }
    guard schema.isSortable(found) else {
      throw CommandFailure(
        "“\(name)” can be searched for, but no index leads to its rows, so it cannot be printed or sorted by here."
      )
    }
    return found
  }

  /// The fields with names separated by commas; `*` means all of them, and key columns are skipped.
  func fields(_ names: String) throws -> [Int] {
    if names == "*" { return Array(schema.fields.indices) }
    let keys = Set(schema.key.columns.map { $0.lowercased() })
    var fields: [Int] = []
    for name in names.split(separator: ",").map(String.init) {
      let isKey = keys.contains(name.lowercased()) && !schema.fields.contains { $0.column == name }
      if !isKey { fields.append(try listField(name)) }
    }
    return fields
  }

  /// A sort order: `author,title:desc`.
  func order(_ terms: [String]) throws -> ListOrder {
    let words = terms.flatMap { $0.split(separator: ",").map(String.init) }
    return ListOrder(
      try words.map { word in
        let isDescending = word.lowercased().hasSuffix(":desc")
        let isAscending = word.lowercased().hasSuffix(":asc")
        let name = isDescending ? word.dropLast(5) : isAscending ? word.dropLast(4) : word[...]
        return ListOrder.Term(field: try listField(String(name)), isDescending: isDescending)
      })
  }

  /// Nil finds all rows.
  func query(_ text: String?, sort: [String] = [], limit: Int? = nil) throws -> RowQuery {
    // A name before one of these signs may be a field whose values come from other rows, and a word may occur in the title of a
    // referenced row.
    if let text, !text.isEmpty, !schema.references.isEmpty || text.contains(where: { ":=<>".contains($0) }) {
      try store.lists.completeSchema()
    }
    if let text, let meant = Query.meant(by: text, in: schema) {
      StandardError.say("This looks for the words. \(meant) finds what you finished then.")
    }
    let query = Query(text ?? "", in: schema, lookingInto: titles, today: .today)
    if let problem = query.problems.first {
      throw CommandFailure(Wording.explanation(of: problem.kind).text)
    }
    if let state = query.states.first(where: { $0 != .dirty }) {
      throw CommandFailure(
        "is:\(state.rawValue) does not work here: only the screens know which rows are \(state.rawValue).")
    }
    var rows = RowQuery()
    (rows.query, rows.order, rows.limit) = (query, try order(sort), limit)
    if query.states.contains(.dirty) { rows.dirtyRows = try store.history.pendingRows() }
    return rows
  }

  private var titles: [Int] {
    schema.fields.indices.map(schema.titleOfReference).filter { $0 >= schema.fields.count }
  }

  /// Drops the query's small words if no row has all words, and reports that.
  func forgiving(_ rows: RowQuery) throws -> RowQuery {
    guard let query = rows.query.withoutSmallWords(in: schema, lookingInto: titles, today: .today),
      try RowSelection(of: store, rows).count() == 0
    else { return rows }
    StandardError.say(Wording.leftOut(query.leftOut))
    var rows = rows
    rows.query = query
    return rows
  }

  /// Prints the keys and titles of the rows that a query finds, before a command changes them.
  func preview(_ text: String) throws {
    var options = ExportOptions()
    (options.rows, options.hasKey, options.columns) = (try query(text), true, schema.titleFields)
    try RowTable(schema, options).print(store)
  }

  func rows(_ keys: [String]) throws -> (found: [RecordID], missing: [String]) {
    try schema.checkHasKeys()
    let rows = try RowSelection(of: store)
    var (found, missing): ([RecordID], [String]) = ([], [])
    for key in keys {
      let cells = KeyText.cells(of: key, count: schema.key.columns.count)
      guard let cells, let id = try rows.id(of: cells) else {
        missing.append(key)
        continue
      }
      if !found.contains(id) { found.append(id) }
    }
    return (found, missing)
  }

  /// Reports the keys that do not exist; throws unless some key exists.
  func say(missing: [String], isAny: Bool) throws {
    guard !missing.isEmpty else { return }
    let keys = missing.prefix(5).map { "“\(Wording.shortened($0, to: 40))”" }.joined(separator: ", ")
    let rest = missing.count > 5 ? " and \(missing.count - 5) more" : ""
    let sentence = "No \(schema.singular) has the key \(keys)\(rest)."
    if !isAny { throw CommandFailure(sentence, CommandStatus.nothingDone) }
    StandardError.say(sentence)
  }
}
