import Records

/// The rows of the tree that are one according to `TreeFormat.same`.
struct TreeRowSet {
  let table: Text
  /// At least one, sorted by name.
  let members: [TreeRow]
  /// The members that somebody keeps; all if nobody keeps any.
  let speakers: [TreeRow]

  init?(_ members: [TreeRow]) {
    guard let first = members.first else { return nil }
    (table, self.members) = (first.table, members)
    let standing = members.filter(\.presence.hasPlus)
    speakers = standing.isEmpty ? members : standing
  }

  var place: TreePlace { TreePlace(members[0].name, of: table) }
  var hasPlus: Bool { speakers[0].presence.hasPlus }
  var disputed: [TreeRow] { speakers.filter { $0.presence.hasPlus && $0.presence.hasMinus } }
  var columns: Set<Text> { speakers.reduce(into: []) { $0.formUnion($1.cells.keys) } }

  func cell(_ column: Text) -> TreeCell { united { $0[column] } }

  /// The preferred rowid, which a row with a smaller name may claim as well.
  var claim: Int64? { united(\.key).writes.first?.value.integer }

  private func united(_ cell: (TreeRow) -> TreeCell) -> TreeCell {
    speakers.dropFirst().reduce(cell(speakers[0])) { $0.united(with: cell($1)) }
  }

  // MARK: Writing

  func changed(_ values: [Text: TreeValue], key: Int64? = nil, by name: UInt64) -> [TreeRow] {
    speakers.map { $0.changed(values, key: key, by: name) }
  }

  func deleted(by name: UInt64) -> [TreeRow] { speakers.map { $0.deleted(by: name) } }

  /// Keeps the disputed members; without any, restores all.
  func kept(by name: UInt64) -> [TreeRow] {
    (disputed.isEmpty ? members : disputed).map { $0.kept(by: name) }
  }
}
