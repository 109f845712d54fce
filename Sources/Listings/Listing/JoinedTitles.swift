import Records
import SQLite

final class JoinedTitles {
  private static let capacity = 8_192

  private struct Target: Hashable {
    let table: TableID
    let columns: [String]
  }

  private struct Name: Hashable {
    let target: Int
    let values: [Value]
  }

  private struct Row {
    let id: RecordID
    let title: Value
  }

  private let database: Database
  private let records: RecordTable
  private var targets: [Target] = []
  private var references: [(fields: [Int], target: Int)] = []
  private var rows: [Name: Row] = [:]

  /// By default, uses the foreign keys that make up a joining table; nil if one names a missing table or column.
  init?(
    of schema: Schema, by named: [Reference]? = nil, _ database: Database, _ records: RecordTable
  ) {
    (self.database, self.records) = (database, records)
    for reference in named ?? schema.joinedReferences {
      guard let entry = database.entry(named: reference.table),
        let target = try? database.schema(of: entry.id)
      else { return nil }
      let columns = reference.columns.map { $0.lowercased() }
      guard target.hasColumns(columns) else { return nil }
      let new = Target(table: entry.id, columns: reference.columns)
      if !targets.contains(new) { targets.append(new) }
      references.append((reference.fields, targets.firstIndex(of: new) ?? 0))
    }
    if references.isEmpty { return nil }
  }

  /// The values are given by field index; one statement for each target and 256 titles.
  func read(for values: [[Int: Value]]) throws(StoreError) {
    let names = Set(values.flatMap(named)).filter { rows[$0] == nil }
    if rows.count + names.count > Self.capacity { rows = [:] }
    for (number, target) in targets.enumerated() {
      let missing = names.filter { $0.target == number }.map(\.values)
      for start in stride(from: 0, to: missing.count, by: EntryReader.batchSize) {
        try read(missing[start..<min(start + EntryReader.batchSize, missing.count)], of: target, number)
      }
    }
  }

  private func read(_ keys: ArraySlice<[Value]>, of target: Target, _ number: Int) throws(StoreError) {
    let sql = try database.sql(of: target.table)
    let count = EntryReader.parameterCount(for: keys.count)
    let padding = Array(repeating: keys.last ?? [], count: count - keys.count)
    let text = sql.titles(where: target.columns, rows: count)
    let keyCount = sql.schema.key.columns.count
    let statement = try database.connection.statement(text, for: .list)
    try statement.forEachRow(binding: (keys + padding).flatMap { $0 }) { row throws(StoreError) in
      let columns = keyCount..<keyCount + target.columns.count
      let title = row.shownValue(at: Int32(columns.upperBound))
      rows[Name(target: number, values: row.values(at: columns))] = Row(id: sql.id(in: row), title: title)
    }
  }

  func isMissing(any values: [[Int: Value]]) -> Bool {
    values.contains { named(in: $0).contains { rows[$0] == nil } }
  }

  /// Joins the titles of the rows that a row points to; nil if one of them has not been read.
  func title(of values: [Int: Value]) -> String? {
    let texts = references.compactMap { name(of: $0, in: values).flatMap(title) }
    return texts.count == references.count ? texts.joined(separator: " · ") : nil
  }

  /// By the first field of each foreign key.
  func titles(of values: [Int: Value]) -> [Int: String] {
    references.reduce(into: [:]) { titles, reference in
      guard let first = reference.fields.first else { return }
      titles[first] = name(of: reference, in: values).flatMap(title)
    }
  }

  private func title(of name: Name) -> String? {
    guard let row = rows[name], let schema = try? database.schema(of: targets[name.target].table) else {
      return nil
    }
    return schema.text(ofTitle: records[row.id]?.shownValues.map { schema.title(of: $0) } ?? row.title)
  }

  private func named(in values: [Int: Value]) -> [Name] { references.compactMap { name(of: $0, in: values) } }

  private func name(of reference: (fields: [Int], target: Int), in values: [Int: Value]) -> Name? {
    let key = reference.fields.compactMap { values[$0] }
    guard key.count == reference.fields.count, !key.contains(.null) else { return nil }
    return Name(target: reference.target, values: key)
  }

  func removeAll() { rows = [:] }
}

extension Schema {
  fileprivate func hasColumns(_ names: [String]) -> Bool {
    let own = Set((fields.map(\.column) + key.columns).map { $0.lowercased() })
    return own.isSuperset(of: names)
  }
}
