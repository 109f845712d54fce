import Records

/// A value, and the name of the sync that wrote it.
package struct CellWrite: Hashable, Comparable, Sendable {
  /// 64 random bits, never reused; 0 for a value from the row's birth.
  package let name: UInt64
  package let value: TreeValue

  package init(_ name: UInt64, _ value: TreeValue) { (self.name, self.value) = (name, value) }

  package static func < (left: CellWrite, right: CellWrite) -> Bool {
    left.name == right.name ? left.value < right.value : left.name < right.name
  }
}

/// One column of one row: the writes that nobody has knowingly replaced.
///
/// A birth is identified by its value alone, so several machines can independently have the same one. A cell remembers which
/// births were replaced: otherwise the result would depend on the order of merges.
package struct TreeCell: Hashable, Sendable {
  package private(set) var writes: [CellWrite]
  /// The replaced births, sorted, without duplicates.
  package private(set) var replaced: [TreeValue]

  package init(_ writes: [CellWrite], replaced: [TreeValue] = []) {
    self.replaced = Self.sorted(replaced)
    self.writes = Self.sorted(writes.filter { $0.name != 0 || !replaced.contains($0.value) })
  }

  package init(born value: TreeValue) { (writes, replaced) = ([CellWrite(0, value)], []) }

  /// The cell of an unknown row.
  package static let unknown = TreeCell([])
  /// The cell of a column that the row's line does not mention.
  package static let bornNull = TreeCell(born: .null)

  /// Whether the cell was never changed, and all machines agree on its birth.
  package var isAsBorn: Bool { writes.count == 1 && writes[0].name == 0 && replaced.isEmpty }

  /// The cell after a write that replaces everything in it.
  package func replaced(by write: CellWrite) -> TreeCell {
    TreeCell([write], replaced: replaced + writes.filter { $0.name == 0 }.map(\.value))
  }

  /// The writes, without a NULL from birth if there are others: a missing value says nothing.
  var filled: [CellWrite] {
    writes.count > 1 ? writes.filter { $0 != CellWrite(0, .null) } : writes
  }

  func holds(_ value: TreeValue) -> Bool { writes.contains { $0.value == value } }

  /// The cell after somebody who knew all its writes removed some values; NULL if none is left.
  ///
  /// The others are written again: otherwise several removals together could leave no write at all.
  func without(_ values: Set<TreeValue>, by name: UInt64) -> TreeCell {
    let rest = writes.map(\.value).filter { !values.contains($0) }
    let births = writes.filter { $0.name == 0 }.map(\.value)
    return TreeCell((rest.isEmpty ? [.null] : rest).map { CellWrite(name, $0) }, replaced: replaced + births)
  }

  /// Whether the cell can hold a rowid.
  var isKey: Bool { (writes.map(\.value) + replaced).allSatisfy { $0.integer != nil } }

  package func united(with other: TreeCell) -> TreeCell {
    TreeCell(writes + other.writes, replaced: replaced + other.replaced)
  }

  /// The merge: (ours ∩ theirs) ∪ (ours − base) ∪ (theirs − base).
  package static func merged(base: TreeCell, ours: TreeCell, theirs: TreeCell) -> TreeCell {
    if ours == theirs { return ours }
    func stays(_ write: CellWrite, in other: TreeCell) -> Bool {
      write.name == 0 || other.writes.contains(write) || !base.writes.contains(write)
    }
    let merged = TreeCell(
      ours.writes.filter { stays($0, in: theirs) } + theirs.writes.filter { stays($0, in: ours) },
      replaced: ours.replaced + theirs.replaced)
    // Replacing writes adds one, so something is left unless a peer breaks that rule.
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

  /// The presence of a row as born.
  package static let born = TreeCell(born: plus)
  package static func stays(_ name: UInt64) -> CellWrite { CellWrite(name, plus) }
  package static func goes(_ name: UInt64) -> CellWrite { CellWrite(name, minus) }

  /// Whether somebody keeps the row.
  package var hasPlus: Bool { writes.contains { $0.value == Self.plus } }
  package var hasMinus: Bool { writes.contains { $0.value == Self.minus } }

  /// The presence after a change of the row that does not decide whether it stays.
  func changed(_ name: UInt64) -> TreeCell {
    TreeCell(
      [Self.stays(name)] + writes.filter { $0.value == Self.minus },
      replaced: replaced + writes.filter { $0 == CellWrite(0, Self.plus) }.map(\.value))
  }
}
