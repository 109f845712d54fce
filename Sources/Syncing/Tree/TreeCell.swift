import Records

/// A value with the name of the sync that recorded it.
package struct CellWrite: Hashable, Comparable, Sendable {
  /// 64 random bits, never used again; 0 for a value that the row was born with.
  package let name: UInt64
  package let value: TreeValue

  package init(_ name: UInt64, _ value: TreeValue) { (self.name, self.value) = (name, value) }

  package static func < (left: CellWrite, right: CellWrite) -> Bool {
    left.name == right.name ? left.value < right.value : left.name < right.name
  }
}

/// One column of one row: the writes that nobody who knew them has replaced.
///
/// A birth has no name but its value, so several machines can give birth to the same one without knowing of each other. A
/// cell therefore remembers which births were replaced: otherwise the outcome would depend on the order of merges.
package struct TreeCell: Hashable, Sendable {
  /// Sorted, without duplicates.
  package private(set) var writes: [CellWrite]
  /// The values that the row was born with and that were replaced, sorted, without duplicates.
  package private(set) var replaced: [TreeValue]

  package init(_ writes: [CellWrite], replaced: [TreeValue] = []) {
    self.replaced = Self.sorted(replaced)
    self.writes = Self.sorted(writes.filter { $0.name != 0 || !replaced.contains($0.value) })
  }

  /// A cell as it was born.
  package init(born value: TreeValue) { (writes, replaced) = ([CellWrite(0, value)], []) }

  /// The cell of a row that nobody has heard of.
  package static let unknown = TreeCell([])
  /// The cell of a row that is there, in a column that its line does not name.
  package static let bornNull = TreeCell(born: .null)

  /// Whether nobody has changed the cell, and no two machines have given birth to different values.
  package var isAsBorn: Bool { writes.count == 1 && writes[0].name == 0 && replaced.isEmpty }

  /// The cell after a write that knows all that is here, and replaces it.
  package func replaced(by write: CellWrite) -> TreeCell {
    TreeCell([write], replaced: replaced + writes.filter { $0.name == 0 }.map(\.value))
  }

  /// The writes, without a born NULL if there is another one: whoever was born without a value says nothing.
  var filled: [CellWrite] {
    writes.count > 1 ? writes.filter { $0 != CellWrite(0, .null) } : writes
  }

  func holds(_ value: TreeValue) -> Bool { writes.contains { $0.value == value } }

  /// The cell without some values, by somebody who knew all that is here; NULL if there is no other.
  ///
  /// The others are written again: a cell from which several people only take something away could end without any.
  func without(_ values: Set<TreeValue>, by name: UInt64) -> TreeCell {
    let rest = writes.map(\.value).filter { !values.contains($0) }
    let births = writes.filter { $0.name == 0 }.map(\.value)
    return TreeCell((rest.isEmpty ? [.null] : rest).map { CellWrite(name, $0) }, replaced: replaced + births)
  }

  /// Whether the cell can be that of a number.
  var isKey: Bool { (writes.map(\.value) + replaced).allSatisfy { $0.integer != nil } }

  /// What is known of this cell and of that of a row which is the same.
  package func united(with other: TreeCell) -> TreeCell {
    TreeCell(writes + other.writes, replaced: replaced + other.replaced)
  }

  /// What both sides know, but for what the other has replaced: (ours ∩ theirs) ∪ (ours − base) ∪ (theirs − base).
  package static func merged(base: TreeCell, ours: TreeCell, theirs: TreeCell) -> TreeCell {
    if ours == theirs { return ours }
    func stays(_ write: CellWrite, in other: TreeCell) -> Bool {
      write.name == 0 || other.writes.contains(write) || !base.writes.contains(write)
    }
    let merged = TreeCell(
      ours.writes.filter { stays($0, in: theirs) } + theirs.writes.filter { stays($0, in: ours) },
      replaced: ours.replaced + theirs.replaced)
    // Whoever replaces writes adds one, so something is left unless a peer does not keep to that.
    return merged.writes.isEmpty ? TreeCell(ours.writes + theirs.writes) : merged
  }

  private static func sorted<Item: Comparable>(_ items: [Item]) -> [Item] {
    if items.count < 2 { return items }
    var result: [Item] = []
    for item in items.sorted() where result.last != item { result.append(item) }
    return result
  }
}

// MARK: Presence

extension TreeCell {
  static let (plus, minus) = (TreeValue.value(.integer(1)), TreeValue.value(.integer(0)))

  /// The presence of a row as it was born.
  package static let born = TreeCell(born: plus)
  /// The mark that a row was changed or kept.
  package static func stays(_ name: UInt64) -> CellWrite { CellWrite(name, plus) }
  /// The mark that a row was deleted.
  package static func goes(_ name: UInt64) -> CellWrite { CellWrite(name, minus) }

  /// Whether somebody has the row.
  package var hasPlus: Bool { writes.contains { $0.value == Self.plus } }
  /// Whether somebody has deleted the row.
  package var hasMinus: Bool { writes.contains { $0.value == Self.minus } }

  /// The presence of a row that was changed by somebody who did not decide whether it stays.
  func changed(_ name: UInt64) -> TreeCell {
    TreeCell(
      [Self.stays(name)] + writes.filter { $0.value == Self.minus },
      replaced: replaced + writes.filter { $0 == CellWrite(0, Self.plus) }.map(\.value))
  }
}
