import Records

/// The rows of the tree that are one row, as `TreeFormat.same` says.
struct TreeRowSet {
  let table: Text
  /// Sorted by name, at least one.
  let members: [TreeRow]
  /// Those that somebody has; all if nobody has any.
  let speakers: [TreeRow]

  init?(_ members: [TreeRow]) {
    guard let first = members.first else { return nil }
    (table, self.members) = (first.table, members)
    let standing = members.filter(\.presence.hasPlus)
    speakers = standing.isEmpty ? members : standing
  }

  /// The smallest name.
  var place: TreePlace { TreePlace(members[0].name, of: table) }
  var hasPlus: Bool { speakers[0].presence.hasPlus }
  /// The rows that somebody has deleted and somebody has.
  var disputed: [TreeRow] { speakers.filter { $0.presence.hasPlus && $0.presence.hasMinus } }
  var columns: Set<Text> { speakers.reduce(into: []) { $0.formUnion($1.cells.keys) } }

  func cell(_ column: Text) -> TreeCell { united { $0[column] } }

  /// The number by which a library knows the row, unless a row of a smaller name claims it as well.
  var claim: Int64? { united(\.key).writes.first?.value.integer }

  private func united(_ cell: (TreeRow) -> TreeCell) -> TreeCell {
    speakers.dropFirst().reduce(cell(speakers[0])) { $0.united(with: cell($1)) }
  }

  // MARK: Writing

  func changed(_ values: [Text: TreeValue], key: Int64?, by name: UInt64) -> [TreeRow] {
    speakers.map { $0.changed(values, key: key, by: name) }
  }

  func deleted(by name: UInt64) -> [TreeRow] { speakers.map { $0.deleted(by: name) } }

  /// Those in dispute stay; if there are none, all come back.
  func kept(by name: UInt64) -> [TreeRow] {
    (disputed.isEmpty ? members : disputed).map { $0.kept(by: name) }
  }
}
