import Queries
import Records
import SQLite
import Tables

/// Where rows belong in an order: what they are ordered by, with the edits that the database does not have yet.
struct RowPlaces {
  let connection: Connection
  let sql: TableSQL
  let keyed: KeyedListing
  /// The store's record of a row, if it holds one.
  let record: (RecordID) -> Record?
  /// The rows that still are where the database's values put them; nil if all are, because they are still coming.
  let unplaced: Set<RecordID>?

  /// What a row is ordered by: a key for each field, and then its ID.
  private struct Place {
    var keys: [SortKey]
    var id: RecordID
  }

  private func place(of id: RecordID, _ order: ListOrder) throws(StoreError) -> Place {
    var keys: [SortKey] = []
    for field in order.fields { keys.append(try key(field, of: id)) }
    return Place(keys: keys, id: id)
  }

  /// The key of a field, as it counts for the place of a row.
  func key(_ field: Int, of id: RecordID) throws(StoreError) -> SortKey {
    sql.sortKey(of: try placedValue(field, of: id), field)
  }

  /// A field as it counts for the place of a row: an edit counts before the database has it, except in rows that are
  /// still coming from the database.
  func placedValue(_ field: Int, of id: RecordID) throws(StoreError) -> Value {
    let isStored = unplaced?.contains(id) != false
    if !isStored, let value = editedValue(field, of: id) {
      let isLargest = sql.bytesFields.contains(field) && value.payloadByteCount > TableSQL.wholeLimit
      if isLargest, case .blob = value { return .blob([]) }
      return value
    }
    return try stored(sql.expression({ _ in sql.ordering(field) }, of: field), id)
  }

  /// A field with its edit.
  func value(_ field: Int, of id: RecordID) throws(StoreError) -> Value {
    if let value = editedValue(field, of: id) { return value }
    return try stored(sql.value(field), id)
  }

  /// A field of the record; nil if that is not hydrated, or if the field is of other rows.
  private func editedValue(_ field: Int, of id: RecordID) -> Value? {
    field < sql.schema.fields.count ? record(id)?.value(at: field) : nil
  }

  /// Whether a row fulfils a condition, as it is with its edits.
  func holds(
    _ condition: QueryCondition, _ id: RecordID, has: (QueryState) -> Bool
  ) throws(StoreError) -> Bool {
    try condition.holds(in: sql.schema) { field throws(StoreError) in
      try value(field, of: id)
    } values: { field throws(StoreError) in
      try relatedValues(field, of: id)
    } has: {
      has($0)
    }
  }

  /// The values of a related field, each of another row, as the database has them.
  private func relatedValues(_ field: Int, of id: RecordID) throws(StoreError) -> [Value] {
    guard let related = sql.schema.related(at: field) else { return [] }
    let statement = try connection.statement(related.values(of: sql), for: .list)
    var values: [Value] = []
    try statement.forEachRow(binding: id.values) { values.append($0.value(at: 0)) }
    return values
  }

  /// The first column of a statement over one row.
  private func stored(_ text: String, _ id: RecordID) throws(StoreError) -> Value {
    try connection.value(text, id.values, for: .list, of: id) ?? .null
  }

  /// The position where a row is, or belongs.
  func position(of id: RecordID, in listing: RankedListing) throws(StoreError) -> Int {
    try position(of: try place(of: id, listing.query.order), in: listing)
  }

  /// Where a row is, or belongs.
  private func position(of target: Place, in listing: RankedListing) throws(StoreError) -> Int {
    let order = listing.query.order
    return try listing.table.partitionPoint { id throws(StoreError) in
      try precedes(id, target, order)
    }
  }

  /// The order of `ListQuery`, without SQL.
  ///
  /// - Complexity: One statement for the first field of a row that is not hydrated, and one for each further field if the
  ///   ones before are equal.
  private func precedes(_ id: RecordID, _ target: Place, _ order: ListOrder) throws(StoreError) -> Bool {
    guard !order.terms.isEmpty else {
      return id == target.id ? false : try precedes(id, target.id) != order.isDescending
    }
    for (term, targetKey) in zip(order.terms, target.keys) {
      let key = try key(term.field, of: id)
      if key.isNull != targetKey.isNull { return targetKey.isNull }
      if key != targetKey { return (key < targetKey) != term.isDescending }
    }
    return try precedes(id, target.id)
  }

  /// The order of keys; that of other ones than rowids is SQLite's to know, with its collations.
  private func precedes(_ left: RecordID, _ right: RecordID) throws(StoreError) -> Bool {
    if let left = left.rowid, let right = right.rowid { return left < right }
    return try keyed.number(sql.precedes, right.values + left.values) == 1
  }

  /// The position of the first row whose text in the field of the order begins with a text, or comes after it.
  func firstPosition(from text: String, in ranked: RankedListing, by field: Int) throws(StoreError) -> Int {
    let isDescending = ranked.query.order.isDescending
    // In descending order all that begin with the text come after it, in the order of texts.
    let target = sql.sortKey(
      of: .text(Text(isDescending ? text + "\u{10FFFF}" : text)), field)
    if let viewRows = ranked.viewRows {
      return ranked.table.partitionPoint { place in
        let key = viewRows.read(place..<place + 1).first.map { SortKey(bytes: $0.key) } ?? SortKey()
        return !key.isNull && (isDescending ? target < key : key < target)
      }
    }
    return try ranked.table.partitionPoint { id throws(StoreError) in
      let key = try key(field, of: id)
      return !key.isNull && (isDescending ? target < key : key < target)
    }
  }
}
