import Records
import SQLite

/// Writes the rows that are not in a commit yet as files of a tree.
final class OwnFiles {
  private let shadow: Shadow
  private let lines: TreeLines
  private let write: UInt64
  private let put: TreePut
  private var largeNames: Set<LargeName> = []
  /// The remaining tables and rows, the next ones last.
  private var tables: [(id: Int64, name: Text)] = []
  private var names: [RowName] = []
  private var last: [UInt8] = []
  private var isFounding = false

  private static let partCount = 500

  init(_ shadow: Shadow, _ lines: TreeLines, _ write: UInt64, _ put: @escaping TreePut) {
    (self.shadow, self.lines, self.write, self.put) = (shadow, lines, write, put)
  }

  func write(on base: TreeCommits.Reader?) throws(SyncError) {
    isFounding = base == nil
    tables = try shadow.rows("SELECT id, name FROM tbl ORDER BY name DESC") {
      ($0.integer(at: 0), $0.text(at: 1))
    }
    try TreePatch(base).write({ () throws(SyncError) in try next() }, put: put)
  }

  private func next() throws(SyncError) -> TreeRow? {
    while let table = tables.last {
      if names.isEmpty { try readNames(of: table.id) }
      guard let name = names.popLast() else {
        tables.removeLast()
        last = []
        continue
      }
      last = name.bytes
      guard let row = try lines.row(name, of: table.name) else { continue }
      try putLargeValues(of: row)
      return row
    }
    return nil
  }

  private func readNames(of table: Int64) throws(SyncError) {
    let sql = "SELECT rid FROM sent WHERE tbl = ? AND rid > ? ORDER BY rid LIMIT \(Self.partCount)"
    names = try shadow.rowNames(sql, [.integer(table), .blob(last)]).reversed()
  }

  /// Writes the large values of this sync; the tree has the others.
  private func putLargeValues(of row: TreeRow) throws(SyncError) {
    let isBorn = isFounding || row.presence.writes.contains { $0.name == write }
    for (column, cell) in row.cells {
      for own in cell.writes where own.name == write || isBorn && own.name == 0 {
        guard case .large(let name) = own.value, let path = TreePath.value(name.digest).text,
          let table = shadow.table(row.table), let place = table.place(ofBirth: column),
          let value = try shadow.held(row.name, of: table)?.values[place], LargeName(of: value) == name,
          largeNames.insert(name).inserted
        else { continue }
        try put(path, value.bytes)
      }
    }
  }
}
