import EditLog
import Listings
import Platform
import Records
import SQLite

/// Checks constraints before anything is written, so that no row is replaced and editors can report violations.
///
/// SQLite compares, with the collation of the index. A value that a record has only in memory is taken, and can be pointed to.
/// A value that a record has given up only in memory is free; the record is written first.
public final class Constraints {
  private let database: Database
  private let shelf: Shelf
  private let writer: Writer

  init(_ shelf: Shelf, _ writer: Writer) {
    (database, self.shelf, self.writer) = (writer.database, shelf, writer)
  }

  private var connection: Connection { database.connection }
  private var records: RecordTable { shelf.records }

  // MARK: Setting a field

  /// Checks that a field may be set, after writing records whose unwritten edits are in the way or are the target.
  func makeWay(
    for value: Value, at field: Int, of id: RecordID, isTargetKnown: Bool = false
  ) throws(StoreError) {
    let sql = try database.sql(of: id.table)
    let references = sql.schema.references.filter {
      $0.fields.contains(field) && !(isTargetKnown && $0.fields.count == 1)
    }
    let keys = sql.schema.uniqueKeys.filter { $0.fields.contains(field) }
    guard !references.isEmpty || !keys.isEmpty, try shelf.read(field, of: id) != value else { return }
    for key in keys {
      var values: [Value] = []
      for index in key.fields { values.append(index == field ? value : try shelf.read(index, of: id)) }
      try claim(values, key, sql, except: id)
    }
    for reference in references {
      try requireTarget(of: reference, sql.schema) { index throws(StoreError) in
        index == field ? value : try shelf.read(index, of: id)
      }
    }
  }

  func requireTargets(for value: Value, at field: Int, in table: TableID) throws(StoreError) {
    let schema = try database.schema(of: table)
    for reference in schema.references where reference.fields == [field] {
      try requireTarget(of: reference, schema) { _ in value }
    }
  }

  private func requireTarget(
    of reference: Reference, _ schema: Schema, _ held: (Int) throws(StoreError) -> Value?
  ) throws(StoreError) {
    if let missing = try missingTarget(of: reference, schema, held) { throw missing }
  }

  // MARK: Inserting a row

  /// - Parameter values: The fields' values; a field that is nil, or beyond the end, gets an unknown default.
  func makeWay(forRow values: [Value?], in sql: TableSQL) throws(StoreError) {
    for key in sql.schema.uniqueKeys {
      let held = key.fields.compactMap { values.indices.contains($0) ? values[$0] : nil }
      if held.count == key.fields.count { try claim(held, key, sql, except: nil) }
    }
    for reference in sql.schema.references {
      // A row may point to itself, with a key that is not assigned yet.
      if reference.table.isSameName(as: sql.schema.table) { continue }
      try requireTarget(of: reference, sql.schema) { values.indices.contains($0) ? values[$0] : nil }
    }
  }

  // MARK: Unique keys

  private func claim(
    _ values: [Value], _ key: UniqueKey, _ sql: TableSQL, except own: RecordID?
  ) throws(StoreError) {
    guard !values.contains(.null), !key.fields.contains(where: { sql.schema.fields[$0].isGenerated }) else {
      return
    }
    let notUnique = StoreError.notUnique(fields: key.fields, values: values)
    let others = records.dirty.filter {
      $0.id.table == sql.schema.id && $0.id != own && $0.hasChanged(oneOf: key.fields)
    }
    for other in others where areEqual(values, other, key) { throw notUnique }
    for id in holders(of: values, key, sql) where id != own {
      guard let other = others.first(where: { $0.id == id }), writer.writeFirst([other]).isComplete else {
        throw notUnique
      }
    }
  }

  /// The rows that hold the values of a unique key, in the database or only in memory.
  public func holders(of values: [Value], in fields: [Int], of table: TableID) throws(StoreError)
    -> [RecordID]
  {
    let sql = try database.sql(of: table)
    guard let key = sql.schema.uniqueKeys.first(where: { $0.fields == fields }) else { return [] }
    let dirty = records.dirty.filter { $0.id.table == table && $0.hasChanged(oneOf: key.fields) }
    let inMemory = dirty.filter { areEqual(values, $0, key) }.map(\.id)
    let givenUp = Set(dirty.map(\.id))
    return inMemory + holders(of: values, key, sql).filter { !givenUp.contains($0) }
  }

  /// The rows that hold the values in the database; none if SQLite cannot compare because a collation is missing.
  private func holders(of values: [Value], _ key: UniqueKey, _ sql: TableSQL) -> [RecordID] {
    var ids: [RecordID] = []
    try? connection.statement(sql.holders(of: key)).forEachRow(binding: values) { row in
      ids.append(sql.id(row.values(at: sql.schema.key.columns.indices)))
    }
    return ids
  }

  private func areEqual(_ values: [Value], _ other: Record, _ key: UniqueKey) -> Bool {
    let held = key.fields.compactMap { try? shelf.read($0, of: other.id) }
    guard held.count == values.count else { return false }
    let terms = key.collations.map { "? = ? COLLATE \(quoted($0))" }
    let pairs = zip(values, held).flatMap { [$0, $1] }
    let sql = "SELECT " + terms.joined(separator: " AND ")
    let isEqual = try? connection.statement(sql).firstRow(binding: pairs) { $0.integer(at: 0) != 0 }
    return isEqual ?? false
  }

  // MARK: Foreign keys

  private func missingTarget<Failure: Error>(
    of reference: Reference, _ schema: Schema, _ held: (Int) throws(Failure) -> Value?
  ) throws(Failure) -> StoreError? {
    var values: [Value] = []
    for index in reference.fields {
      guard let value = try held(index) else { return nil }
      values.append(value.stored(in: schema.fields[index].affinity))
    }
    return missingTarget(of: reference, values)
  }

  /// The error if a foreign key's target is missing; nil if the key cannot be followed.
  private func missingTarget(of reference: Reference, _ values: [Value]) -> StoreError? {
    guard !values.contains(.null), let parent = database.entry(named: reference.table),
      let sql = try? database.sql(of: parent.id),
      let statement = try? connection.statement(sql.entry(where: reference.columns))
    else { return nil }
    let fields = reference.columns.compactMap { column in
      sql.schema.field(named: column)
    }
    guard fields.count == values.count else { return nil }
    let missing = StoreError.noSuchTarget(sql.schema, fields: fields, values: values)
    if let record = dirtyTarget(fields, values, sql), writer.writeFirst([record]).isComplete { return nil }
    do throws(StoreError) {
      let found = try statement.firstRow(binding: values) { row in
        sql.id(row.values(at: sql.schema.key.columns.indices))
      }
      guard let found else { return missing }
      // The row will soon give up the values in the database, too.
      guard let record = records[found], record.hasChanged(oneOf: fields) else { return nil }
      return missing
    } catch {
      return nil
    }
  }

  func pointsToNothing(
    _ reference: Reference, _ cells: [Change.Cell], _ sql: TableSQL
  ) throws(StoreError) -> Bool {
    let values = Self.values(reference, cells, sql)
    guard values.count == reference.fields.count, !values.contains(.null),
      let parent = database.entry(named: reference.table)
    else { return false }
    let statement = try connection.statement(database.sql(of: parent.id).entry(where: reference.columns))
    return try statement.firstRow(binding: values) { _ in true } == nil
  }

  /// Marks deleted rows that pointed to missing rows, so that undo may restore them as they were.
  func noteDangling(_ changes: inout [RowChange]) throws(StoreError) {
    var gone: [GoneTargets: Set<[Value]>] = [:]
    for place in changes.indices where changes[place].kind == .deletion {
      let change = changes[place]
      guard let cells = change.before else { continue }
      for reference in change.sql.schema.references {
        let values = Self.values(reference, cells, change.sql)
        let targets = GoneTargets(table: reference.table.lowercased(), columns: reference.columns)
        if gone[targets] == nil { gone[targets] = targets.values(in: changes) }
        guard gone[targets]?.contains(values) != true, try pointsToNothing(reference, cells, change.sql)
        else { continue }
        changes[place].isDangling = true
      }
    }
  }

  private struct GoneTargets: Hashable {
    let table: String
    let columns: [String]

    func values(in changes: [RowChange]) -> Set<[Value]> {
      let gone = changes.lazy.filter {
        $0.kind == .deletion && $0.sql.schema.table.isSameName(as: self.table)
      }
      return Set(
        gone.map { change in
          columns.compactMap { column in
            change.before?.first { $0.column.isSameName(as: column) }?.value
          }
        })
    }
  }

  private static func values(_ reference: Reference, _ cells: [Change.Cell], _ sql: TableSQL) -> [Value] {
    reference.fields.compactMap { field in
      cells.first { $0.column == sql.schema.fields[field].column }?.value
    }
  }

  func isPointedTo(_ id: RecordID) -> Bool { pointing(to: id, withActions: true) != nil }

  func isTarget(_ column: String, of table: String) throws(StoreError) -> Bool {
    try self.table(amongst: try database.tables(pointingTo: table), pointingTo: column, of: table) != nil
  }

  func table(
    amongst tables: [TableEntry], pointingTo column: String, of table: String
  ) throws(StoreError) -> TableEntry? {
    let reader = SchemaReader(connection: connection)
    for entry in tables where entry.kind == .table {
      let isTarget = try reader.foreignKeys(of: entry.name).contains { key in
        key.table.isSameName(as: table) && key.targets.contains { $0.isSameName(as: column) }
      }
      if isTarget { return entry }
    }
    return nil
  }

  private func dirtyTarget(_ fields: [Int], _ values: [Value], _ sql: TableSQL) -> Record? {
    // Key columns cannot be set.
    guard !fields.allSatisfy({ sql.schema.key.columns.contains(sql.schema.fields[$0].column) }) else {
      return nil
    }
    return records.dirty.first { record in
      record.id.table == sql.schema.id && record.hasChanged(oneOf: fields)
        && zip(fields, values).allSatisfy { field, value in
          (try? shelf.read(field, of: record.id))?.isHeld(as: value, in: sql.schema.fields[field].affinity)
            ?? false
        }
    }
  }

  /// Why a foreign key prevented writing or deleting a row, if known; otherwise the unchanged error.
  public func explained(_ error: StoreError, of id: RecordID) -> StoreError {
    guard error.isOfUnknownReference else { return error }
    return missingTarget(of: id) ?? pointing(to: id) ?? error
  }

  /// Why a deferred foreign key prevented a whole write, if found within a tenth of a second; otherwise the unchanged error.
  public func explained(_ error: StoreError) -> StoreError {
    guard error.isOfUnknownReference else { return error }
    // Looking for a target may write the record that holds it.
    return explained(error, by: records.dirty.map { $0 }) { record in
      let fields = (try? self.database.schema(of: record.id.table).fields) ?? []
      let changed = record.originals.compactMap {
        fields.indices.contains($0.index) ? fields[$0.index].column : nil
      }
      return self.missingTarget(of: record.id) ?? self.pointing(to: record.id, by: changed)
    }
  }

  /// Why a deferred foreign key prevented the deletion of rows, as in `explained(_:)`.
  package func explained(_ error: StoreError, deleting ids: [RecordID]) -> StoreError {
    guard error.isOfUnknownReference else { return error }
    return explained(error, by: ids) { self.pointing(to: $0) }
  }

  package func explained(_ error: StoreError, inserting cells: [Change.Cell], _ sql: TableSQL) -> StoreError {
    guard error.isOfUnknownReference else { return error }
    for reference in sql.schema.references {
      let missing = missingTarget(of: reference, sql.schema) { index in
        cells.first { $0.column == sql.schema.fields[index].column }?.value
      }
      if let missing { return missing }
    }
    return error
  }

  private func explained<Element>(
    _ error: StoreError, by elements: [Element], _ reason: (Element) -> StoreError?
  ) -> StoreError {
    let end = SystemClock.monotonicSeconds + 0.1
    for element in elements {
      if let reason = reason(element) { return reason }
      if SystemClock.monotonicSeconds > end { break }
    }
    return error
  }

  private func missingTarget(of id: RecordID) -> StoreError? {
    guard let record = records[id], let schema = try? database.schema(of: id.table) else { return nil }
    for reference in schema.references where record.hasChanged(oneOf: reference.fields) {
      let missing = missingTarget(of: reference, schema) { try? shelf.read($0, of: id) }
      if let missing { return missing }
    }
    return nil
  }

  /// The error if other rows point to a row; foreign keys with an action such as CASCADE count only if `withActions`.
  private func pointing(
    to id: RecordID, by columns: [String]? = nil, withActions: Bool = false
  ) -> StoreError? {
    let changed = columns.map { Set($0.map { $0.lowercased() }) }
    guard let parent = try? database.sql(of: id.table), parent.schema.key != .position else { return nil }
    let reader = SchemaReader(connection: connection)
    for child in database.tables where child.kind == .table {
      for key in (try? reader.foreignKeys(of: child.name)) ?? []
      where (withActions || key.deletion == .noAction) && key.isComplete
        && key.table.isSameName(as: parent.schema.table)
        && changed?.isDisjoint(with: key.targets.map { $0.lowercased() }) != true
      {
        let text = key.pointing("1", from: child.name, to: parent) + " LIMIT 1"
        let statement = try? connection.statement(text)
        let isPointing = try? statement?.firstRow(binding: id.values) { _ in true }
        guard isPointing == true else { continue }
        let title = try? RowReader(connection: connection, sql: parent, purpose: .other).title(of: id)
        return .isPointedTo(
          title: (title ?? nil).flatMap { $0.isNull ? nil : parent.schema.text(ofTitle: $0) }, by: child.name)
      }
    }
    return nil
  }
}

extension ForeignKey {
  fileprivate var isComplete: Bool { columns.count == targets.count && !columns.isEmpty }

  /// Selects columns of the rows `c` that point to the row whose key is bound.
  func pointing(_ columnList: String, from table: String, to parent: TableSQL) -> String {
    // The parent's column comes first, because its collation is the one that counts (foreignkeys.html, 3).
    let pointing = zip(targets, columns).map { "p.\(quoted($0)) = c.\(quoted($1))" }
    let isRow = parent.schema.key.columns.map { "p.\(quoted($0)) = ?" }
    return """
      SELECT \(columnList) FROM main.\(quoted(parent.schema.table)) AS p CROSS JOIN main.\(quoted(table)) AS c \
      WHERE \((isRow + pointing).separated(by: " AND "))
      """
  }
}

extension Record {
  func hasChanged(oneOf fields: [Int]) -> Bool {
    originals.contains { fields.contains($0.index) }
  }
}
