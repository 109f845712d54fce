import Records

/// What a row is born as, which determines its name.
package struct RowBirth: Hashable, Sendable {
  package enum Sign: Hashable, Sendable {
    /// The declared key or a filled unique constraint identifies the row: the same name means that a deleted row is back.
    case own
    /// All values and a number identify the row: a name is never reused.
    case counted
  }

  package let table: Text
  package let sign: Sign
  /// The identifying values, without NULLs.
  package let values: [Text: TreeValue]
  private let first: RowName

  /// Finds what identifies a row: the declared key, otherwise the first filled unique constraint, otherwise all cells.
  ///
  /// - Parameter circular: The columns of the table whose references form a circle.
  package init(_ values: [Text: TreeValue], in declaration: TreeDeclaration, circular: Set<Text> = []) {
    table = declaration.table
    let filled = values.filter { $0.value != .null && !circular.contains($0.key) }
    let constraints = declaration.constraints.filter { !$0.isEmpty }
    if let columns = constraints.first(where: { $0.allSatisfy { filled[$0] != nil } }) {
      (sign, self.values) = (.own, filled.filter { columns.contains($0.key) })
    } else {
      let moving = Set(declaration.columns.filter(\.isMoving).map(\.birth))
      (sign, self.values) = (.counted, filled.filter { !moving.contains($0.key) })
    }
    first = Self.name(table, sign, self.values, number: 0)
  }

  package func name(number: UInt64) -> RowName {
    number == 0 ? first : Self.name(table, sign, values, number: number)
  }

  private static func name(_ table: Text, _ sign: Sign, _ values: [Text: TreeValue], number: UInt64)
    -> RowName
  {
    var writer = CanonicalWriter()
    writer.add(sign == .own ? "[\"own\"," : "[\"all\",")
    writer.add(string: table.bytes)
    writer.add(",")
    writer.add(members: values) { $0.add($1) }
    writer.add(",")
    writer.add(number)
    writer.add("]")
    return RowName(digestOf: writer.bytes)
  }

  /// The row of `TreeFormat.same` that makes two rows one.
  package static func same(_ first: RowName, _ second: RowName, of table: Text) -> TreeRow {
    let (first, second) = (TreeValue.row(min(first, second)), TreeValue.row(max(first, second)))
    let values: [Text: TreeValue] = ["table": .value(.text(table)), "first": first, "second": second]
    var writer = CanonicalWriter()
    writer.add(members: values) { $0.add($1) }
    return TreeRow(
      born: RowName(digestOf: writer.bytes), in: TreeFormat.same, key: nil, values: values)
  }
}

extension RowBirth {
  /// The rows that a row of `TreeFormat.same` makes one; nil for any other row.
  package static func pair(of row: TreeRow) -> (table: Text, first: RowName, second: RowName)? {
    guard row.table == TreeFormat.same,
      case .value(.text(let table)) = row["table"].writes.first?.value,
      let first = row["first"].writes.first?.value.row,
      let second = row["second"].writes.first?.value.row,
      row.name == same(first, second, of: table).name
    else { return nil }
    return (table, first, second)
  }
}

/// Finds names for new rows.
package struct RowNames {
  private var next: [RowName: UInt64] = [:]

  package init() {}

  package enum State: Hashable, Sendable { case unknown, there, gone }

  /// The name of a new row; if the tree has a deleted row of this name, that row comes back.
  ///
  /// - Parameter state: What the tree, or an earlier call, has under a name.
  package mutating func name(
    of birth: RowBirth, state: (RowName) throws(SyncError) -> State
  ) throws(SyncError) -> RowName {
    let first = birth.name(number: 0)
    func isFree(_ number: UInt64) throws(SyncError) -> Bool {
      let state = try state(birth.name(number: number))
      return state == .unknown || (state == .gone && birth.sign == .own)
    }
    if next[first] == nil, try isFree(0) { return first }
    let number: UInt64
    if let known = next[first] { number = known } else { number = try firstFree(isFree) }
    next[first] = number + 1
    return birth.name(number: number)
  }

  private func firstFree(_ isFree: (UInt64) throws(SyncError) -> Bool) throws(SyncError) -> UInt64 {
    var (taken, free): (UInt64, UInt64) = (0, 1)
    while try !isFree(free) { (taken, free) = (free, free * 2) }
    while free - taken > 1 {
      let middle = taken + (free - taken) / 2
      if try isFree(middle) { free = middle } else { taken = middle }
    }
    return free
  }
}
