import Queries
import Records
import SQLite

/// The statements for a schema's table, with `?` for values; a class, because each access to a record passes it on.
package final class TableSQL: Sendable {
  /// The largest blob that is read for its first bytes if it can only be read as a whole.
  package static let wholeLimit = 16 << 20

  package let schema: Schema
  package let articles: Articles
  package let surnames: [String]
  package let table: String
  /// One row by its bound key; a row without a key is found by its offset, which avoids numbering all rows.
  private let row: String
  private let key, keyParameters: String
  private let columns: [String]
  private let order, titleColumn: String

  package init(_ schema: Schema, articles: Articles = .none, surnames: [String] = []) {
    self.schema = schema
    (self.articles, self.surnames) = (articles, surnames)
    let name = quoted(schema.table)
    let keys = schema.key.columns.map(quoted)
    table =
      schema.key == .position ? "(SELECT row_number() OVER () AS \(keys[0]), * FROM \(name))" : name
    // Numbered rows are in order already, and sorting them would read all of them.
    order = schema.key == .position ? "" : " ORDER BY " + keys.separated(by: ", ")
    key = Self.tuple(keys)
    keyParameters = Self.tuple(keys.map { _ in "?" })
    row =
      schema.key == .position
      ? "(SELECT * FROM \(name) LIMIT 1 OFFSET ? - 1)" : "\(table) WHERE \(key) = \(keyParameters)"
    columns = schema.fields.map { quoted($0.column) } + schema.related.map { $0.expression(in: schema.table) }
    titleColumn = Self.title(schema)
    keyList = keys.separated(by: ", ")
    keyListDescending = keys.map { $0 + " DESC" }.separated(by: ", ")
    if case .rowid = schema.key, schema.source == .table {
      isReadableInPieces = !schema.fields.contains(where: \.isGenerated)
    } else {
      isReadableInPieces = false
    }
    bytesFields = schema.fields.indices.filter { schema.fields[$0].kind.isBytes }
    hydrate = "SELECT \(Self.hydrated(schema, columns)) FROM \(row)"
    entries = "SELECT \(keyList), \(titleColumn) FROM \(table)"
    exists = "SELECT 1 FROM \(row)"
    precedes = "SELECT \(key) < \(keyParameters) FROM \(row)"
    follows = "SELECT \(key) > \(keyParameters) FROM \(row)"
    delete = "DELETE FROM \(row)"
    let fields = schema.fields.filter { !$0.isGenerated }.map(\.column)
    rowColumns = schema.key.columns.filter { !fields.contains($0) } + fields
    wholeRow = "SELECT \(rowColumns.map(quoted).separated(by: ", ")) FROM \(row)"
  }

  package var keyTuple: String { key }
  package var qualifiedKeyTuple: String { Self.tuple(schema.key.columns.map { "\(table).\(quoted($0))" }) }
  package var keyParameterList: String { "(\(schema.key.columns.map { _ in "?" }.separated(by: ", ")))" }

  package let keyList, keyListDescending: String

  /// Whether values can be read in pieces; after a computed column, SQLite would open the wrong column.
  package let isReadableInPieces: Bool
  package let bytesFields: [Int]
  /// All fields of one row, with large blobs of `bytesFields` as NULL, followed by the sizes of these blobs.
  package let hydrate: String
  package let exists: String
  package let precedes: String
  /// Whether a row comes after a key, which is bound first and need not exist.
  package let follows: String
  package let delete: String
  /// The key's columns and all others that are not computed, unquoted.
  package let rowColumns: [String]
  package let wholeRow: String
  private let entries: String
  private var keys: String { "SELECT \(keyList) FROM \(table)" }

  /// A slow computed column can be interrupted before it begins; the size of a blob is in the row's header.
  private static func hydrated(_ schema: Schema, _ columns: [String]) -> String {
    let fields = zip(schema.fields, columns)
    let isLarge: (String) -> String = { "typeof(\($0)) = 'blob' AND length(\($0)) > \(LargeValue.headLimit)" }
    let values = fields.map { field, column in
      let value = field.kind.isBytes ? "CASE WHEN \(isLarge(column)) THEN NULL ELSE \(column) END" : column
      return field.isGenerated ? "CASE WHEN \(StatementWatch.goesOn)() THEN \(value) END" : value
    }
    let sizes = fields.filter(\.0.kind.isBytes).map { "CASE WHEN \(isLarge($1)) THEN length(\($1)) END" }
    return (values + sizes).separated(by: ", ")
  }

  package func hydrate(rows count: Int) -> String {
    let list = Self.list(of: keyParameters, count: count)
    return "SELECT \(keyList), \(Self.hydrated(schema, columns)) FROM \(table) WHERE \(key) IN (\(list))"
  }

  private static func list(of tuple: String, count: Int) -> String {
    let list = Array(repeating: tuple, count: count).separated(by: ", ")
    return tuple.hasPrefix("(") ? "VALUES \(list)" : list
  }

  /// Like `hydrate(rows:)`, for all rows between two rowids, inclusive.
  package var hydrateRange: String {
    "SELECT \(keyList), \(Self.hydrated(schema, columns)) FROM \(table) WHERE \(key) BETWEEN ? AND ?"
  }

  package func expressions(_ expression: (_ field: Int, _ column: String) -> String) -> String {
    let list = columns.prefix(schema.fields.count).enumerated().map { expression($0, $1) }.separated(by: ", ")
    return "SELECT \(list) FROM \(row)"
  }

  package func expression(_ expression: (_ column: String) -> String, of field: Int) -> String {
    "SELECT \(expression(columns[field])) FROM \(row)"
  }

  /// Keys and titles in order; the limit and the offset are bound last.
  package func entries(afterKey: Bool, hasTitles: Bool = true, showing fields: [Int] = []) -> String {
    entries(hasTitles, fields) + (afterKey ? " WHERE \(key) > \(keyParameters)" : "") + order
      + " LIMIT ? OFFSET ?"
  }

  package func entriesBackwards(fromKey: Bool, hasTitles: Bool = true, showing fields: [Int] = []) -> String {
    entries(hasTitles, fields) + (fromKey ? " WHERE \(key) <= \(keyParameters)" : "")
      + " ORDER BY \(keyListDescending) LIMIT ? OFFSET ?"
  }

  package func entries(ofRows count: Int, showing fields: [Int] = []) -> String {
    "\(entries(true, fields)) WHERE \(key) IN (\(Self.list(of: keyParameters, count: count)))"
  }

  package func firstRows(
    holding fields: [Int], showing shown: [Int], limit: Int, isReversed: Bool
  ) -> String {
    let values = shown.isEmpty ? [] : [shownColumns(shown, upTo: Self.wholeLength)]
    let columns = ([keyList] + values).separated(by: ", ")
    let order = isReversed && !order.isEmpty ? " ORDER BY \(keyListDescending)" : order
    return "SELECT \(columns) FROM \(table)\(condition(holding: fields))\(order) LIMIT \(limit)"
  }

  private func condition(holding fields: [Int]) -> String {
    fields.isEmpty ? "" : " WHERE " + fields.map { columns[$0] + " = ?" }.separated(by: " AND ")
  }

  private func entries(_ hasTitles: Bool, _ fields: [Int]) -> String {
    guard hasTitles else { return keys }
    guard !fields.isEmpty else { return entries }
    return "SELECT \(keyList), \(titleColumn), \(shownColumns(fields)) FROM \(table)"
  }

  package func titles(where columns: [String], rows count: Int) -> String {
    let names = columns.map(quoted)
    let list = Self.list(of: Self.tuple(names.map { _ in "?" }), count: count)
    let columns = names.separated(by: ", ")
    return
      "SELECT \(keyList), \(columns), \(titleColumn) FROM \(table) WHERE \(Self.tuple(names)) IN (\(list))"
  }

  /// The part of some fields that a list shows, each as a value and the size of a blob; `EntryReader` decodes them.
  package func shownColumns(_ fields: [Int], upTo length: Int = TableSQL.shownLength) -> String {
    fields.map { field in
      let column = columns[field]
      if let related = schema.related(at: field) {
        return related.isIndexed ? "\(column), NULL" : "NULL, NULL"
      }
      let text = "WHEN 'text' THEN substr(\(column), 1, \(length))"
      return "CASE typeof(\(column)) \(text) WHEN 'blob' THEN NULL ELSE \(column) END, "
        + "CASE typeof(\(column)) WHEN 'blob' THEN length(\(column)) END"
    }.separated(by: ", ")
  }

  /// In characters, more than fit on any terminal.
  package static let shownLength = 160
  private static let wholeLength = 2_000

  package func keys(afterKey: Bool) -> String { entries(afterKey: afterKey, hasTitles: false) }

  package func key(_ comparison: String, from number: Int) -> String {
    let parameters = schema.key.columns.indices.map { "?\(number + $0)" }
    return "\(key) \(comparison) \(Self.tuple(parameters))"
  }

  package var isListed: String {
    "SELECT 1 FROM (SELECT \(keyList) FROM \(table) LIMIT 200000) WHERE \(key) = \(keyParameters)"
  }

  package func columnList(_ fields: [Int]) -> String { fields.map { columns[$0] }.separated(by: ", ") }

  /// The condition is empty or begins with WHERE; each value of a related field is a separate row.
  package func valueRows(
    of field: Int, meeting condition: String, _ expression: (_ column: String) -> String = { $0 }
  ) -> String {
    if let related = schema.related(at: field), related.part == .all {
      return related.values(of: schema.table, meeting: condition)
    }
    return "SELECT \(expression(columns[field])) AS value FROM \(table)\(condition)"
  }

  package var titleExpression: String { titleColumn }

  package var title: String { "SELECT \(titleColumn) FROM \(row)" }

  package func entry(where columns: [String]) -> String {
    let conditions = columns.map { quoted($0) + " = ?" }.separated(by: " AND ")
    return entries + " WHERE \(conditions) LIMIT 1"
  }

  private static func title(_ schema: Schema) -> String {
    title(of: schema.titleFields.map { quoted(schema.fields[$0].column) })
  }

  /// Joins several quoted columns with blanks, like `Schema.title(of:)`.
  static func title(of columns: [String]) -> String {
    guard columns.count > 1 else { return columns[0] }
    let text = columns.map { "coalesce(nullif(\($0), '') || ' ', '')" }.separated(by: " || ")
    return "CASE WHEN coalesce(\(columns.separated(by: ", "))) IS NOT NULL THEN rtrim(\(text)) END"
  }

  /// Very large blobs all sort as equal and are not read.
  package func ordering(_ field: Int) -> String {
    let column = columns[field]
    guard bytesFields.contains(field) else { return column }
    return "CASE WHEN typeof(\(column)) = 'blob' AND length(\(column)) > \(Self.wholeLimit) "
      + "THEN x'' ELSE \(column) END"
  }

  package func value(_ field: Int) -> String { "SELECT \(columns[field]) FROM \(row)" }

  package func count(afterKey: Bool, upToKey: Bool) -> String {
    let conditions =
      (afterKey ? ["\(key) > \(keyParameters)"] : []) + (upToKey ? ["\(key) <= \(keyParameters)"] : [])
    let filter = conditions.isEmpty ? "" : " WHERE " + conditions.separated(by: " AND ")
    return "SELECT count(*) FROM \(table)\(filter)"
  }

  package var limitedCountAfterKey: String {
    "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(key) > \(keyParameters) LIMIT ?)"
  }

  private func canConflict(_ fields: [Int]) -> Bool {
    guard schema.resolvesConflicts else { return false }
    // It is unknown on which columns a computed column depends.
    return schema.fields.contains(where: \.isGenerated)
      || schema.uniqueKeys.contains { !Set($0.fields).isDisjoint(with: fields) }
  }

  /// Has a conflict clause only to protect another row, because the clause would also apply to triggers' statements
  /// (lang_createtrigger.html, 2).
  package func update(_ fields: [Int]) -> String {
    let assignments = fields.map { "\(columns[$0]) = ?" }.separated(by: ", ")
    return
      "UPDATE\(canConflict(fields) ? " OR ABORT" : "") \(table) SET \(assignments) WHERE \(key) = \(keyParameters)"
  }

  package func update(columns: [String]) -> String {
    let assignments = columns.map { "\(quoted($0)) = ?" }.separated(by: ", ")
    let clause = schema.resolvesConflicts ? " OR ABORT" : ""
    return "UPDATE\(clause) \(table) SET \(assignments) WHERE \(key) = \(keyParameters)"
  }

  /// Keeps an insertion from removing another row; unlike a clause before the table, it does not apply to triggers.
  private var unlessTaken: String { schema.resolvesConflicts ? " ON CONFLICT DO NOTHING" : "" }

  package func insertWhole(_ columns: [String]) -> String {
    insertQuickly(columns) + unlessTaken
  }

  package func update(_ fields: [Int], comparing comparisons: [Comparison]) -> String {
    zip(fields, comparisons).reduce(update(fields)) { sql, field in
      "\(sql) AND \(field.1.condition(columns[field.0]))"
    }
  }

  package func values(_ fields: [Int]) -> String { "SELECT \(columnList(fields)) FROM \(row)" }

  package func insert(_ columns: [String]) -> String {
    if !columns.isEmpty { return "\(insertWhole(columns)) RETURNING \(keyList)" }
    let clause = schema.resolvesConflicts ? " OR ABORT" : ""
    return "INSERT\(clause) INTO \(table) DEFAULT VALUES RETURNING \(keyList)"
  }

  package func insertQuickly(_ columns: [String]) -> String {
    let parameters = columns.map { _ in "?" }.separated(by: ", ")
    return "INSERT INTO \(table) (\(columns.map(quoted).separated(by: ", "))) VALUES (\(parameters))"
  }

  package func wholeRows(isFalling: Bool) -> String {
    let columns = rowColumns.map(quoted).separated(by: ", ")
    return "SELECT \(columns) FROM \(table) WHERE \(keyTuple) BETWEEN ? AND ? "
      + "ORDER BY \(isFalling ? keyListDescending : keyList)"
  }

  package var deleteRange: String { "DELETE FROM \(table) WHERE \(keyTuple) BETWEEN ? AND ?" }

  package func id(in row: PreparedStatement) -> RecordID { id(row.values(at: schema.key.columns.indices)) }

  package func id(_ key: [Value]) -> RecordID {
    if schema.key.isInteger, case .integer(let rowid) = key[0] {
      return RecordID(.rowid(rowid), in: schema.id)
    }
    return RecordID(.columns(key), in: schema.id)
  }

  package func holders(of key: UniqueKey) -> String {
    let terms = zip(key.fields, key.collations).map { "\(columns[$0]) = ? COLLATE \(quoted($1))" }
    return "SELECT \(keyList) FROM \(table) WHERE \(terms.joined(separator: " AND "))"
  }

  private static func tuple(_ parts: [String]) -> String {
    parts.count == 1 ? parts[0] : "(\(parts.separated(by: ", ")))"
  }
}

extension [String] {
  /// Replaces `joined`, which takes longer to set up than SQLite takes to compile one of these statements.
  package func separated(by separator: String) -> String {
    var text = first ?? ""
    for part in dropFirst() { text += separator + part }
    return text
  }
}
