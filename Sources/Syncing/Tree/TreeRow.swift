import Records

/// A row of the agreed library; a row that is gone keeps its last values.
package struct TreeRow: Hashable, Sendable {
  package let name: RowName
  /// The table's name at its birth, or one of `TreeFormat`'s own tables.
  package let table: Text
  /// The number that the library knows the row by, in a table with a rowid; otherwise without writes.
  package var key: TreeCell
  package var presence: TreeCell
  /// The cells by the birth names of their columns, without those that are `bornNull`.
  package private(set) var cells: [Text: TreeCell]
  /// What later versions of the program write beside the cells.
  package private(set) var others: [Text: TreeCell]

  /// Creates a row from its parts.
  package init(
    _ name: RowName, in table: Text, key: TreeCell = .unknown, presence: TreeCell = .born,
    cells: [Text: TreeCell] = [:], others: [Text: TreeCell] = [:]
  ) {
    (self.name, self.table, self.key, self.presence) = (name, table, key, presence)
    self.cells = cells.filter { $0.value != .bornNull }
    self.others = others.filter { $0.value != .bornNull }
  }

  /// A row as it was born.
  package init(born name: RowName, in table: Text, key: Int64?, values: [Text: TreeValue]) {
    self.init(
      name, in: table, key: key.map { TreeCell(born: .value(.integer($0))) } ?? .unknown,
      cells: values.mapValues(TreeCell.init(born:)))
  }

  /// Whether nobody has changed or deleted the row since its birth.
  package var isAsBorn: Bool {
    presence == .born && others.isEmpty && (key == .unknown || key.isAsBorn)
      && cells.values.allSatisfy(\.isAsBorn)
  }

  /// The cell in a column.
  package subscript(column: Text) -> TreeCell {
    get { cells[column] ?? .bornNull }
    set { cells[column] = newValue == .bornNull ? nil : newValue }
  }

  /// The row after a change of some cells, and perhaps of its key, by somebody who knew all that is here.
  package func changed(_ values: [Text: TreeValue], key: Int64? = nil, by name: UInt64) -> TreeRow {
    var row = self
    for (column, value) in values { row[column] = self[column].replaced(by: CellWrite(name, value)) }
    if let key { row.key = self.key.replaced(by: CellWrite(name, .value(.integer(key)))) }
    row.presence = presence.changed(name)
    return row
  }

  /// The row after somebody who knew all that is here has deleted it.
  package func deleted(by name: UInt64) -> TreeRow {
    var row = self
    row.presence = presence.replaced(by: TreeCell.goes(name))
    return row
  }

  /// The row after somebody who knew all that is here has decided that it stays, or has added it again.
  package func kept(by name: UInt64) -> TreeRow {
    var row = self
    row.presence = presence.replaced(by: TreeCell.stays(name))
    return row
  }

  /// The merge of what two sides know of a row, with what both knew; nil for a side that has not heard of it.
  ///
  /// Lines are never removed, so a side that lacks one which the base has says nothing about it.
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
