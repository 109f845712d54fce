import Queries
import Records
import SQLite

package struct RelatedReader {
  /// The most rows per table, so that a row with a million others pointing to it is shown at once.
  private static let rowLimit = 256
  private static let dirtyLimit = 4_096

  private let database: Database
  private let shelf: Shelf

  package init(_ database: Database, _ shelf: Shelf) { (self.database, self.shelf) = (database, shelf) }

  private var records: RecordTable { shelf.records }

  /// The rows that point to a record, by table; see `BookStore.related(to:)`.
  package func related(to id: RecordID, holding values: [Value]? = nil) throws(StoreError) -> [RelatedRows] {
    if let related = records.related(to: id) { return related }
    // Reading what a screen already shows hydrates nothing.
    let known: [Value]
    if let values { known = values } else { known = try shelf.record(id).shownValues ?? [] }
    let references = try shelf.references(to: id, holding: known)
    var related: [RelatedRows] = []
    let pages = ProgressReader.pages(of: try database.schema(of: id.table), known)
    for (source, reference) in references {
      let schema = try database.schema(of: source.table)
      var rows = RelatedRows(
        source: source, schema: schema, reference: reference,
        isAlone: references.count { $0.source.table == source.table } == 1,
        joined: joinedTable(of: schema, besides: reference))
      if try database.isIndexed(reference, of: schema) { rows.content = try readable(rows) }
      try ProgressReader(database).addProgress(to: &rows, pages: pages)
      related.append(rows)
    }
    records.keep(related, pointingTo: id)
    return related
  }

  private func readable(_ rows: RelatedRows) throws(StoreError) -> RelatedRows.Content? {
    do throws(StoreError) {
      return try content(of: rows)
    } catch {
      if error == .busy || error == .interrupted { throw error }
      return nil
    }
  }

  private func joinedTable(of schema: Schema, besides reference: Reference) -> Schema? {
    // If the joining rows hold more than the two references, each of them is shown.
    guard schema.joinedReferences.count == 2, schema.references.count == 2,
      let other = schema.references.first(where: { $0 != reference }),
      let entry = database.entry(named: other.table)
    else { return nil }
    return try? database.schema(of: entry.id)
  }

  package func content(of rows: RelatedRows) throws(StoreError) -> RelatedRows.Content {
    let sql = try database.sql(of: rows.source.table)
    let (schema, scope) = (rows.schema, rows.source.scope)
    let shown = schema.fields.indices.filter { !schema.fields[$0].kind.isBytes }
    let statement = try database.connection.statement(
      sql.firstRows(
        holding: scope?.fields ?? [], showing: shown, limit: Self.rowLimit + 1,
        isReversed: schema.fields.contains(where: \.kind.isDated)))
    var found: [(id: RecordID, values: [Value])] = []
    let start = Int32(schema.key.columns.count)
    try statement.forEachRow(binding: scope?.values ?? []) { row in
      var values = schema.fields.map { _ in Value.null }
      for (field, value) in zip(shown, EntryReader.shown(shown.count, in: row, from: start)) {
        if case .value(let value) = value { values[field] = value }
      }
      found.append((sql.id(in: row), values))
    }
    let shownRows = try titled(found, of: rows)
    return RelatedRows.Content(
      count: found.count > Self.rowLimit ? .atLeast(Self.rowLimit) : .exactly(shownRows.count),
      rows: shownRows)
  }

  private func titled(
    _ found: [(id: RecordID, values: [Value])], of rows: RelatedRows
  ) throws(StoreError) -> [RelatedRows.Row] {
    let others = rows.schema.references.filter { $0 != rows.reference }
    let titles = others.isEmpty ? nil : JoinedTitles(of: rows.schema, by: others, database, records)
    let edited = edited(found, rows)
    let named = edited.map { row in Dictionary(uniqueKeysWithValues: row.values.enumerated().map { ($0, $1) })
    }
    try titles?.read(for: named)
    let read = zip(edited, named).map { row, named in
      RelatedRows.Row(id: row.id, values: row.values, titles: titles?.titles(of: named) ?? [:])
    }
    return latestFirst(read, rows.schema)
  }

  /// Applies unwritten edits: drops the rows that now point elsewhere, and adds those that now point here.
  private func edited(
    _ found: [(id: RecordID, values: [Value])], _ rows: RelatedRows
  ) -> [(id: RecordID, values: [Value])] {
    if records.dirty.isEmpty { return found }
    let (fields, common) = (rows.source.scope?.fields ?? [], rows.source.scope?.values ?? [])
    func isHere(_ values: [Value]) -> Bool { zip(fields, common).allSatisfy { values[$0] == $1 } }
    let known = Set(found.map(\.id))
    let held = found.compactMap { row in
      guard let record = records[row.id], let values = record.shownValues else { return row }
      // SQLite compares with affinity, so the stored value may look different, such as a number in a text column.
      let hasMoved = fields.contains { record.original(at: $0) != nil } && !isHere(values)
      return hasMoved ? nil : (id: row.id, values: values)
    }
    let moved = records.dirty.prefix(Self.dirtyLimit).compactMap {
      record -> (id: RecordID, values: [Value])? in
      guard record.id.table == rows.source.table, !known.contains(record.id), let values = record.shownValues,
        isHere(values)
      else { return nil }
      return (record.id, values)
    }
    return held + moved
  }

  private func latestFirst(_ rows: [RelatedRows.Row], _ schema: Schema) -> [RelatedRows.Row] {
    let dates = schema.fields.indices.filter { schema.fields[$0].kind.isDated }
    guard !dates.isEmpty else { return rows }
    let dated = rows.enumerated().map { place, row in
      (key: SortKey(dates.lazy.map { row.values[$0] }.first { !$0.isNull } ?? .null), place: place, row: row)
    }
    return dated.sorted { left, right in
      if left.key == right.key { return left.place < right.place }
      if left.key.isNull || right.key.isNull { return right.key.isNull }
      return right.key < left.key
    }.map(\.row)
  }
}
