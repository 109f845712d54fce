import Records

/// A row of the agreed library; a deleted row keeps its last values.
package struct TreeRow: Hashable, Sendable {
  package let name: RowName
  /// The table's birth name, or one of the tables of `TreeFormat`.
  package let table: Text
  /// The rowid in the library; without writes if the table has none.
  package var key: TreeCell
  package var presence: TreeCell
  /// The cells by the columns' birth names, without those that are `bornNull`.
  package private(set) var cells: [Text: TreeCell]
  /// Cells of later versions of the format.
  package private(set) var others: [Text: TreeCell]

  package init(
    _ name: RowName, in table: Text, key: TreeCell = .unknown, presence: TreeCell = .born,
    cells: [Text: TreeCell] = [:], others: [Text: TreeCell] = [:]
  ) {
    (self.name, self.table, self.key, self.presence) = (name, table, key, presence)
    self.cells = cells.filter { $0.value != .bornNull }
    self.others = others.filter { $0.value != .bornNull }
  }

  package init(born name: RowName, in table: Text, key: Int64?, values: [Text: TreeValue]) {
    self.init(
      name, in: table, key: key.map { TreeCell(born: .value(.integer($0))) } ?? .unknown,
      cells: values.mapValues(TreeCell.init(born:)))
  }

  package var isAsBorn: Bool {
    presence == .born && others.isEmpty && (key == .unknown || key.isAsBorn)
      && cells.values.allSatisfy(\.isAsBorn)
  }

  package subscript(column: Text) -> TreeCell {
    get { cells[column] ?? .bornNull }
    set { cells[column] = newValue == .bornNull ? nil : newValue }
  }

  /// The row after a change by somebody who knew everything in it.
  package func changed(_ values: [Text: TreeValue], key: Int64? = nil, by name: UInt64) -> TreeRow {
    var row = self
    for (column, value) in values { row[column] = self[column].replaced(by: CellWrite(name, value)) }
    if let key { row.key = self.key.replaced(by: CellWrite(name, .value(.integer(key)))) }
    row.presence = presence.changed(name)
    return row
  }

  package func deleted(by name: UInt64) -> TreeRow {
    var row = self
    row.presence = presence.replaced(by: TreeCell.goes(name))
    return row
  }

  /// The row after somebody who knew everything in it decided to keep it, or added it again.
  package func kept(by name: UInt64) -> TreeRow {
    var row = self
    row.presence = presence.replaced(by: TreeCell.stays(name))
    return row
  }

  /// Merges two versions of a row; nil for a side that does not know it.
  ///
  /// Lines are never removed, so a side without a line that the base has says nothing about it.
  package static func merged(base: TreeRow?, ours: TreeRow?, theirs: TreeRow?) -> TreeRow? {
    guard let ours = ours ?? base, let theirs = theirs ?? base, ours != theirs else {
      return ours ?? theirs ?? base
    }
    func merged(_ cell: (TreeRow) -> TreeCell) -> TreeCell {
      .merged(base: base.map(cell) ?? .unknown, ours: cell(ours), theirs: cell(theirs))
    }
    func merged(_ part: (TreeRow) -> [Text: TreeCell]) -> [Text: TreeCell] {
      let names = Set(part(ours).keys).union(part(theirs).keys)
      return Dictionary(
        uniqueKeysWithValues: names.map { name in (name, merged { part($0)[name] ?? .bornNull }) })
    }
    return TreeRow(
      ours.name, in: ours.table, key: merged(\.key), presence: merged(\.presence),
      cells: merged(\.cells), others: merged(\.others))
  }
}
