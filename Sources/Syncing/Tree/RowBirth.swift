import Records

/// What a row is born as, from which its name is made.
package struct RowBirth: Hashable, Sendable {
  /// What tells the row apart.
  package enum Sign: Hashable, Sendable {
    /// Its declared key, or the values of a unique constraint that are filled: a row of this name that is gone comes back.
    case own
    /// All that it was born with, and a number: a name is never used again.
    case counted
  }

  package let table: Text
  package let sign: Sign
  /// The columns and values that tell, without NULLs.
  package let values: [Text: TreeValue]
  private let first: RowName

  /// Works out what tells a row apart; `circular` are the columns of the table that reference in a circle.
  ///
  /// That is the declared key, otherwise the first filled unique constraint, otherwise the cells.
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

  /// The name of the row that has this number among those that are born alike.
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

  /// The row of `TreeFormat.same` that says that two rows of a table are one.
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
  /// The rows that a row of `TreeFormat.same` says are one; nil if it says nothing of the kind.
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

/// Finds names for rows that are born.
package struct RowNames {
  /// The next number of births of which the first one was taken, by the name of the first.
  private var next: [RowName: UInt64] = [:]

  package init() {}

  /// What the tree has under a name.
  package enum State: Hashable, Sendable { case unknown, there, gone }

  /// The name of a row that is born; if the tree has a row of this name, it is gone and comes back.
  ///
  /// - Parameter state: What there is under a name; it also knows the names that were given before.
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

  /// A free number after one that is taken, as if all before it were taken as well.
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
