import EditLog
import Listings
import Records
import SQLite
import Tables

/// Adds rows to a list that a joining table makes, such as the shelves of books, and takes them out again.
///
/// The rows of the joining table are inserted and deleted at once. A part that is not there yet becomes a row of its own.
public struct JoinedParts {
  /// A change of the list.
  public enum Change: Hashable, Sendable {
    /// The parts with these titles belong to the row.
    case add([String])
    /// The parts with these titles do not.
    case remove([String])

    /// Reads what was typed: parts separated by semicolons, which a hyphen before them removes.
    public init(typed text: String) {
      let isRemoval = text.hasPrefix("-")
      let parts = (isRemoval ? text.dropFirst() : text[...]).split(separator: ";").map(\.trimmedBlanks)
      let titles = parts.filter { !$0.isEmpty }
      self = isRemoval ? .remove(titles) : .add(titles)
    }
  }

  private let store: BookStore
  private let table: TableID
  private let field: RelatedField
  private let target: RelatedField.Target

  /// Makes it for a related field of a table.
  ///
  /// - Returns: Nil if the field is no list of a joining table whose parts have a title of one column.
  /// - Throws: Why the table cannot be read.
  public init?(_ field: Int, of table: TableID, in store: BookStore) throws(StoreError) {
    guard let related = try store.completeSchema(of: table).related(at: field), related.isJoined,
      case .title(let target) = related.content
    else { return nil }
    (self.store, self.table, self.field, self.target) = (store, table, related, target)
  }

  /// Makes it for the rows of a joining table that point to a row.
  ///
  /// - Returns: Nil if they are no list whose parts have a title of one column.
  /// - Throws: Why the table cannot be read.
  public init?(_ rows: RelatedRows, of table: TableID, in store: BookStore) throws(StoreError) {
    let schema = try store.completeSchema(of: table)
    let columns = rows.reference.fields.map { rows.schema.fields[$0].column }
    let field = schema.joinedFields.first { field in
      schema.related(at: field).map { $0.table == rows.schema.table && $0.columns == columns } ?? false
    }
    guard let field else { return nil }
    try self.init(field, of: table, in: store)
  }

  private var connection: Connection { store.database.connection }

  /// Changes the lists of rows.
  ///
  /// - Returns: How many rows of the joining table were inserted or deleted.
  /// - Throws: As `BookStore.insert` and `BookStore.delete`; the parts before the one that failed are changed.
  @discardableResult
  public func make(_ change: Change, in ids: [RecordID], _ step: EditStep) throws(StoreError) -> Int {
    var count = 0
    switch change {
    case .add(let titles): for title in titles { count += try add(title, to: ids, step) }
    case .remove(let titles): for title in titles { count += try remove(title, from: ids, step) }
    }
    return count
  }

  /// The titles that no part has, and that are therefore made when they are added.
  ///
  /// - Throws: Why the parts cannot be read.
  public func missing(_ titles: [String]) throws(StoreError) -> [String] {
    var missing: [String] = []
    for title in titles where try key(titled: title) == nil { missing.append(title) }
    return missing
  }

  private func add(_ title: String, to ids: [RecordID], _ step: EditStep) throws(StoreError) -> Int {
    guard let links = try schema(of: field.table), let part = try part(titled: title, step) else { return 0 }
    var rows: [[Value?]] = []
    for id in ids {
      guard let own = try key(of: id), try link(own, part).isEmpty else { continue }
      rows.append(links.row(zip(field.columns + target.columns, own + part)))
    }
    guard !rows.isEmpty else { return 0 }
    return try store.insert(rows, into: links.id, in: step).count
  }

  private func remove(_ title: String, from ids: [RecordID], _ step: EditStep) throws(StoreError) -> Int {
    guard let part = try key(titled: title) else { return 0 }
    var links: [RecordID] = []
    for id in ids { if let own = try key(of: id) { links += try link(own, part) } }
    guard !links.isEmpty else { return 0 }
    try store.delete(links, in: step)
    return links.count
  }

  // MARK: Rows

  private func schema(of name: String) throws(StoreError) -> Schema? {
    guard let entry = store.database.entry(named: name) else { return nil }
    return try store.schema(of: entry.id)
  }

  /// The values by which rows of the joining table refer to a row.
  private func key(of id: RecordID) throws(StoreError) -> [Value]? {
    let sql = try store.database.sql(of: table)
    let columns = field.targets.map(quoted).joined(separator: ", ")
    let text =
      "SELECT \(columns) FROM \(sql.table) WHERE \(sql.keyTuple) = \(sql.keyParameterList)"
    return try connection.row(text, id.values) { $0.values(at: field.targets.indices) }
  }

  /// The values by which rows of the joining table refer to the part with a title, which is added if there is none.
  private func part(titled title: String, _ step: EditStep) throws(StoreError) -> [Value]? {
    if let found = try key(titled: title) { return found }
    guard let parts = try schema(of: target.table) else { return nil }
    _ = try store.insert([parts.row([(target.titles[0], Value.text(Text(title)))])], into: parts.id, in: step)
    return try key(titled: title)
  }

  /// The part whose title is the same, or the same but for the case of letters of ASCII.
  private func key(titled title: String) throws(StoreError) -> [Value]? {
    let columns = target.targets.map(quoted).joined(separator: ", ")
    let name = quoted(target.titles[0])
    let text = """
      SELECT \(columns) FROM \(quoted(target.table)) WHERE \(name) = ?1 COLLATE NOCASE \
      ORDER BY \(name) = ?1 COLLATE BINARY DESC LIMIT 1
      """
    return try connection.row(text, [.text(Text(title))]) { $0.values(at: target.targets.indices) }
  }

  /// The rows of the joining table that join a row to a part.
  private func link(_ own: [Value], _ part: [Value]) throws(StoreError) -> [RecordID] {
    guard let entry = store.database.entry(named: field.table) else { return [] }
    let sql = try store.database.sql(of: entry.id)
    let conditions = (field.columns + target.columns).map { "\(quoted($0)) = ?" }.joined(separator: " AND ")
    let statement = try connection.statement("SELECT \(sql.keyList) FROM \(sql.table) WHERE \(conditions)")
    var ids: [RecordID] = []
    try statement.forEachRow(binding: own + part) { ids.append(sql.id(in: $0)) }
    return ids
  }
}

extension Schema {
  /// A new row with values of some columns.
  fileprivate func row(_ values: some Sequence<(String, Value)>) -> [Value?] {
    var row: [Value?] = fields.map { _ in nil }
    for (column, value) in values { if let index = field(named: column) { row[index] = value } }
    return row
  }
}

extension Substring {
  /// The text without the blanks at its ends.
  fileprivate var trimmedBlanks: String {
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
    return String(self[..<end].drop(while: \.isWhitespace))
  }
}
