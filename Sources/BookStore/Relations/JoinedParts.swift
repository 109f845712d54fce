import EditLog
import Listings
import Queries
import Records
import SQLite

/// Adds items to a list formed by a joining table, such as the shelves of books, and removes them.
///
/// A new item becomes a row of its own. Items that differ only in ASCII case are the same.
public struct JoinedParts {
  private let rows: RowEditor
  private let sql: TableSQL
  private let links: TableSQL
  private let parts: TableSQL
  private let field: RelatedField
  private let target: RelatedField.Target

  /// Prepares to change a list field; nil unless a joining table forms the list, of items with a title of one column.
  public init?(_ field: Int, of table: TableID, in store: BookStore) throws(StoreError) {
    let database = store.database
    guard let related = try store.lists.completeSchema(of: table).related(at: field), related.isJoined,
      case .title(let target) = related.content, let joining = database.entry(named: related.table),
      let others = database.entry(named: target.table)
    else { return nil }
    (rows, self.field, self.target) = (store.rowEditor, related, target)
    sql = try database.sql(of: table)
    (links, parts) = (try database.sql(of: joining.id), try database.sql(of: others.id))
  }

  /// Prepares to change the list that the rows of a joining table form; nil unless its items have a title of one column.
  public init?(_ rows: RelatedRows, of table: TableID, in store: BookStore) throws(StoreError) {
    let schema = try store.lists.completeSchema(of: table)
    let columns = rows.reference.fields.map { rows.schema.fields[$0].column }
    let field = schema.joinedFields.first { field in
      schema.related(at: field).map { $0.table == rows.schema.table && $0.columns == columns } ?? false
    }
    guard let field else { return nil }
    try self.init(field, of: table, in: store)
  }

  var label: String { field.field.label }

  var tables: [TableID] { [links.schema.id, parts.schema.id] }

  private var connection: Connection { rows.connection }

  /// Changes the lists of rows, in one transaction; returns how many rows of the joining table were inserted or deleted.
  @discardableResult
  public func make(_ change: ListChange, in ids: [RecordID], _ step: EditStep) throws(StoreError) -> Int {
    rows.writer.writeFirst(rows.records.dirty.filter { tables.contains($0.id.table) })
    let (count, changes) = try rows.changeRows(as: LogPurpose(step: step)) { writer throws(StoreError) in
      var count = 0
      for id in ids { count += try make(try plan(change, of: id), writer) }
      return count
    }
    rows.follow(changes)
    return count
  }

  /// Renames an item in all lists that contain it; false if another item has the new title.
  ///
  /// - Throws: `rowGone` if no item has the old title, or why the database refuses the new one.
  public func rename(_ old: String, to new: String, _ step: EditStep) throws(StoreError) -> Bool {
    guard let part = try part(titled: old), let id = try id(ofPart: part.title),
      let title = parts.schema.field(named: target.titles[0])
    else { throw .rowGone }
    if let other = try self.part(titled: new), other.key != part.key { return false }
    try rows.changeAtOnce([target.titles[0]], of: [id], in: step) { writer throws(StoreError) in
      try writer.set([title], to: [.text(Text(new))], of: id)
    }
    return true
  }

  private func id(ofPart title: String) throws(StoreError) -> RecordID? {
    let text =
      "SELECT \(parts.keyList) FROM \(parts.table) WHERE \(quoted(target.titles[0])) = ? COLLATE BINARY LIMIT 1"
    return try connection.row(text, [.text(Text(title))]) { parts.id(in: $0) }
  }

  /// Whether the table still has a row; a hydrated record does not know.
  public func isThere(_ id: RecordID) throws(StoreError) -> Bool { try key(of: id) != nil }

  /// The titles of the first items in alphabetical order.
  public func titles(limit: Int) throws(StoreError) -> [String] {
    let title = quoted(target.titles[0])
    let text = "SELECT \(title) FROM \(parts.table) ORDER BY \(title) COLLATE NOCASE LIMIT \(limit)"
    return try connection.rows(text) { parts.schema.text(ofTitle: $0.value(at: 0)) }
  }

  /// The titles without an item, for which adding them creates one.
  public func missing(_ titles: [String]) throws(StoreError) -> [String] {
    var missing: [String] = []
    for title in titles where try part(titled: title) == nil { missing.append(title) }
    return missing
  }

  // MARK: Plans

  struct Plan {
    fileprivate(set) var before, after: [String]
    fileprivate let own: [Value]
    fileprivate var added: [String] = []
    fileprivate var removed: [RecordID] = []
  }

  func plan(_ change: ListChange, of id: RecordID) throws(StoreError) -> Plan {
    let own = try key(of: id)
    let titles = try own.map { own throws(StoreError) in try self.titles(of: own) } ?? []
    var plan = Plan(before: titles, after: titles, own: own ?? [])
    guard own != nil else { return plan }
    switch change {
    case .add(let titles): for title in titles { try add(title, to: &plan) }
    case .remove(let titles): for title in titles { try remove(title, from: &plan) }
    case .rename(let old, let new):
      let (from, to) = (try part(titled: old), try part(titled: new))
      guard let from, from.key != to?.key, try !link(plan.own, from.key).isEmpty else { break }
      try add(new, to: &plan)
      try remove(old, from: &plan)
    }
    return plan
  }

  func titles(of id: RecordID) throws(StoreError) -> [String] {
    try key(of: id).map { own throws(StoreError) in try titles(of: own) } ?? []
  }

  private func add(_ title: String, to plan: inout Plan) throws(StoreError) {
    let part = try part(titled: title)
    if let part, try !link(plan.own, part.key).isEmpty { return }
    let shown = part?.title ?? title
    if plan.added.contains(where: { $0.isSameName(as: shown) }) { return }
    plan.added.append(shown)
    plan.after.append(shown)
  }

  private func remove(_ title: String, from plan: inout Plan) throws(StoreError) {
    guard let part = try part(titled: title) else { return }
    let gone = try link(plan.own, part.key).filter { !plan.removed.contains($0) }
    guard !gone.isEmpty else { return }
    plan.removed += gone
    plan.after.removeAll { $0 == part.title }
  }

  func make(_ plan: Plan, _ writer: RowWriter) throws(StoreError) -> Int {
    for title in plan.added {
      if try part(titled: title) == nil { try insertPart(titled: title, writer) }
      guard let part = try part(titled: title), try link(plan.own, part.key).isEmpty else { continue }
      let columns = field.columns + target.columns
      let cells = zip(columns, plan.own + part.key).map { Change.Cell(column: $0, value: $1) }
      try writer.insert(cells, links)
    }
    for id in plan.removed { try writer.delete(id) }
    return plan.added.count + plan.removed.count
  }

  // MARK: Rows

  private func key(of id: RecordID) throws(StoreError) -> [Value]? {
    let text =
      "SELECT \(list(field.targets)) FROM \(sql.table) WHERE \(sql.keyTuple) = \(sql.keyParameterList)"
    return try connection.row(text, id.values) { $0.values(at: field.targets.indices) }
  }

  private func titles(of own: [Value]) throws(StoreError) -> [String] {
    let (keys, others) = (list(target.targets), list(target.columns))
    let conditions = field.columns.map { "\(quoted($0)) = ?" }.joined(separator: " AND ")
    let title = quoted(target.titles[0])
    let text = """
      SELECT \(title) FROM \(parts.table) \
      WHERE (\(keys)) IN (SELECT \(others) FROM \(links.table) WHERE \(conditions)) ORDER BY \(title)
      """
    return try connection.rows(text, own) { parts.schema.text(ofTitle: $0.value(at: 0)) }
  }

  private func part(titled title: String) throws(StoreError) -> (key: [Value], title: String)? {
    let name = quoted(target.titles[0])
    let text = """
      SELECT \(list(target.targets)), \(name) FROM \(parts.table) WHERE \(name) = ?1 COLLATE NOCASE \
      ORDER BY \(name) = ?1 COLLATE BINARY DESC LIMIT 1
      """
    return try connection.row(text, [.text(Text(title))]) { row in
      let count = target.targets.count
      return (row.values(at: 0..<count), parts.schema.text(ofTitle: row.value(at: Int32(count))))
    }
  }

  private func insertPart(titled title: String, _ writer: RowWriter) throws(StoreError) {
    try writer.insert([Change.Cell(column: target.titles[0], value: .text(Text(title)))], parts)
  }

  private func link(_ own: [Value], _ part: [Value]) throws(StoreError) -> [RecordID] {
    let conditions = (field.columns + target.columns).map { "\(quoted($0)) = ?" }.joined(separator: " AND ")
    let text = "SELECT \(links.keyList) FROM \(links.table) WHERE \(conditions)"
    return try connection.rows(text, own + part) { links.id(in: $0) }
  }

  private func list(_ columns: [String]) -> String { columns.map(quoted).joined(separator: ", ") }
}
