import EditLog
import Listings
import Records
import SQLite

struct RowChange {
  let id: RecordID
  let sql: TableSQL
  let statement: Int
  /// The nesting depth of triggers and foreign keys at the first touch; 0 for the statement's own changes.
  let depth: Int
  var before: [Change.Cell]?
  /// The whole row, if it was deleted and has large values; those are NULL in `before`.
  var file: RowFile?
  let after: [Change.Cell]?
  var columnDepths: [String: Int] = [:]
  var isDangling = false

  /// Whether this is a row of an index, which follows the indexed rows and is never counted.
  var isOfIndex: Bool { depth > 0 && sql.schema.source == .virtual }

  var kind: Change.Kind { before == nil ? .insertion : after == nil ? .deletion : .edit }

  var edits: [Change.Content] {
    guard let before, let after else { return [] }
    return after.indices.compactMap { place in
      let cell = after[place]
      guard let old = Self.value(of: cell.column, in: before, expected: place), old != cell.value else {
        return nil
      }
      return .edit(column: cell.column, before: old, after: cell.value)
    }
  }

  var isEmpty: Bool {
    guard let before, let after else { return before == nil && after == nil }
    return after.indices.allSatisfy { place in
      Self.value(of: after[place].column, in: before, expected: place).map { $0 == after[place].value }
        ?? true
    }
  }

  private static func value(of column: String, in cells: [Change.Cell], expected place: Int) -> Value? {
    if cells.indices.contains(place), cells[place].column == column { return cells[place].value }
    return cells.first { $0.column == column }?.value
  }

  private func depth(of content: Change.Content) -> Int {
    if case .edit(let column, _, _) = content { columnDepths[column] ?? depth } else { depth }
  }

  var logged: [Change] {
    let cells = after ?? before ?? []
    let contents: [Change.Content] =
      switch kind {
      case .insertion: [.insertion(RowImage.cells(cells).digested)]
      case .deletion: [.deletion(.cells(cells))]
      case .edit, .field: edits
      }
    return contents.map { content in
      Change(
        table: sql.schema.table, key: id.key, title: sql.schema.title(of: cells), content: content,
        depth: depth(of: content), isDangling: isDangling)
    }
  }
}

extension [RowChange] {
  /// The changes as the log keeps them, in an order, with the files of large rows by the positions of their changes.
  func logged(
    in order: some Sequence<Int>, followedBy edits: [Int: [Change]] = [:]
  ) -> (changes: [Change], files: [Int: RowFile]) {
    var (changes, files): ([Change], [Int: RowFile]) = ([], [:])
    for place in order {
      if let file = self[place].file { files[changes.count] = file }
      changes += self[place].logged
      if let edits = edits[place] { changes += edits }
    }
    return (changes, files)
  }
}

extension Schema {
  package func title(of cells: [Change.Cell]) -> Value {
    func value(_ field: Int) -> Value { cells.first { $0.column == fields[field].column }?.value ?? .null }
    return titleFields.count == 1 ? value(titleIndex) : title(of: fields.indices.map(value))
  }
}

extension TableSQL {
  package func title(ofWhole row: PreparedStatement) -> Value {
    let values = row.values(at: rowColumns.indices)
    return schema.title(of: zip(rowColumns, values).map { Change.Cell(column: $0, value: $1) })
  }
}
