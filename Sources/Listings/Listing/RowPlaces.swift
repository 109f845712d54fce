import Queries
import Records
import SQLite

struct RowPlaces {
  let connection: Connection
  let sql: TableSQL
  let keyed: KeyedListing
  let record: (RecordID) -> Record?
  /// The rows still placed by the database's values; nil if all are, because they are still being found.
  let unplaced: Set<RecordID>?

  private struct Place {
    var keys: [SortKey]
    var id: RecordID
  }

  private func place(of id: RecordID, _ order: ListOrder) throws(StoreError) -> Place {
    var keys: [SortKey] = []
    for field in order.fields { keys.append(try key(field, of: id)) }
    return Place(keys: keys, id: id)
  }

  func key(_ field: Int, of id: RecordID) throws(StoreError) -> SortKey {
    sql.sortKey(of: try placedValue(field, of: id), field)
  }

  func placedValue(_ field: Int, of id: RecordID) throws(StoreError) -> Value {
    let isStored = unplaced?.contains(id) != false
    if !isStored, let value = editedValue(field, of: id) {
      let isLargest = sql.bytesFields.contains(field) && value.payloadByteCount > TableSQL.wholeLimit
      if isLargest, case .blob = value { return .blob([]) }
      return value
    }
    return try stored(sql.expression({ _ in sql.ordering(field) }, of: field), id)
  }

  func value(_ field: Int, of id: RecordID) throws(StoreError) -> Value {
    if let value = editedValue(field, of: id) { return value }
    return try stored(sql.value(field), id)
  }

  private func editedValue(_ field: Int, of id: RecordID) -> Value? {
    field < sql.schema.fields.count ? record(id)?.value(at: field) : nil
  }

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

  private func relatedValues(_ field: Int, of id: RecordID) throws(StoreError) -> [Value] {
    guard let related = sql.schema.related(at: field) else { return [] }
    let statement = try connection.statement(related.values(of: sql), for: .list)
    var values: [Value] = []
    try statement.forEachRow(binding: id.values) { values.append($0.value(at: 0)) }
    return values
  }

  private func stored(_ text: String, _ id: RecordID) throws(StoreError) -> Value {
    try connection.value(text, id.values, for: .list, of: id) ?? .null
  }

  func position(of id: RecordID, in listing: RankedListing) throws(StoreError) -> Int {
    try position(of: try place(of: id, listing.query.order), in: listing)
  }

  private func position(of target: Place, in listing: RankedListing) throws(StoreError) -> Int {
    let order = listing.query.order
    return try listing.table.partitionPoint { id throws(StoreError) in
      try precedes(id, target, order)
    }
  }

  /// The order of `RowSource`, without SQL; one statement for each compared field of a row that is not hydrated.
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

  /// Only SQLite knows the order of keys other than rowids, because of their collations.
  private func precedes(_ left: RecordID, _ right: RecordID) throws(StoreError) -> Bool {
    if let left = left.rowid, let right = right.rowid { return left < right }
    return try keyed.number(sql.precedes, right.values + left.values) == 1
  }

  func firstPosition(from text: String, in ranked: RankedListing, by field: Int) throws(StoreError) -> Int {
    let isDescending = ranked.query.order.isDescending
    let choices = sql.choices(of: field).filter { $0.lowercased().hasPrefix(text.lowercased()) }
    let choice = isDescending ? choices.last : choices.first
    // In descending order, search for the end of the texts with this prefix.
    let target = sql.sortKey(
      of: .text(Text(choice ?? (isDescending ? text + "\u{10FFFF}" : text))), field)
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
