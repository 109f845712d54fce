import Records
import SQLite

/// Resolves references to deleted rows, after a whole file was taken.
struct DeletedRows {
  private let references: References
  private let merger: Merger
  private var rows: SharedRows { references.rows }
  private var entries: Entries { references.entries }
  private var context: FileContext { references.context }
  private var shadow: Shadow { rows.shadow }

  init(_ references: References, _ merger: Merger) { (self.references, self.merger) = (references, merger) }

  /// Keeps deleted rows that others need, applies foreign keys, and puts aside rows whose targets are missing.
  func lookAfter() throws(SyncError) {
    var seen: Set<RowPlace> = []
    while true {
      // A foreign key may delete further rows.
      let deleted = try places(in: "deleted").filter { seen.insert($0).inserted }
      if deleted.isEmpty { break }
      let waiting = try waitingChildren(of: deleted)
      try keepNeeded(deleted, waiting)
      for place in deleted { try haveFollow(place, waiting[place] ?? []) }
    }
    try shadow.run("DELETE FROM temp.deleted")
    try keepMissing()
  }

  /// Keeps deleted rows that are referenced without knowledge of the deletion, or else puts the new rows aside.
  private func keepMissing() throws(SyncError) {
    while true {
      let dangling = try places(in: "dangling")
      if dangling.isEmpty { break }
      try shadow.run("DELETE FROM temp.dangling")
      for place in dangling {
        if let values = try rows.row(place), try references.needsMissing(values, at: place) {
          try references.putAside(place, values)
        }
      }
    }
  }

  /// Rows missing from the library that reference deleted rows, by target.
  private func waitingChildren(of deleted: [RowPlace]) throws(SyncError) -> [RowPlace: [References.Child]] {
    let (targets, names) = (Set(deleted), Set(deleted.map(\.table.name)))
    var children: [RowPlace: [References.Child]] = [:]
    for table in shadow.tables where table.references.contains(where: { names.contains($0.table) }) {
      try rows.forEachImage(of: table) { place, image in
        for (reference, target) in shadow.targets(of: image.values, in: table) where targets.contains(target)
        {
          children[target, default: []].append(
            .init(place: place, reference: reference, values: image.values, image: image))
        }
      }
    }
    return children
  }

  private func places(in kind: String) throws(SyncError) -> [RowPlace] {
    try shadow.rows("SELECT tbl, key FROM temp.\(kind)") { ($0.integer(at: 0), $0.value(at: 1)) }
      .compactMap { table, key in shadow.table(table).map { RowPlace($0, packed: key) } }
  }

  /// Keeps deleted rows that are referenced by rows unknown to the deleting machine, and their targets in turn.
  private func keepNeeded(
    _ deleted: [RowPlace], _ waiting: [RowPlace: [References.Child]]
  ) throws(SyncError) {
    var (rest, hasKept) = (deleted, true)
    while hasKept {
      hasKept = false
      var left: [RowPlace] = []
      for place in rest {
        guard try rows.image(place)?.reason == .deleted, try !rows.hasRow(place) else { continue }
        var needs: [Write] = []
        for child in try references.children(of: place, waiting[place] ?? []) where try isMeant(child) {
          needs += try references.writes(of: child.reference, at: child.place).filter { !context.knows($0) }
        }
        if needs.isEmpty {
          left.append(place)
          continue
        }
        try entries.addNeeds(needs, at: place)
        try references.restore(place)
        hasKept = true
      }
      rest = left
    }
  }

  /// Applies the foreign keys to rows that reference a deleted row.
  ///
  /// Only rows that the deleting machine had seen but did not have in its library still reference it: the others were deleted
  /// or changed in the same file. This applies even if another machine keeps the deleted row, and also to deleted children,
  /// because they may come back.
  private func haveFollow(_ place: RowPlace, _ waiting: [References.Child]) throws(SyncError) {
    for child in try references.children(of: place, waiting) where child.image != nil || rows.notesChanges {
      if child.image == nil, try !isMeant(child) {
        if try !rows.hasRow(place) { try detach(child) }
        continue
      }
      let writes = try references.writes(of: child.reference, at: child.place)
      if writes.allSatisfy(context.knows) { try follow(child) }
    }
  }

  /// Whether all machines agree that a row exists with this reference, not just the library's values of a waiting row.
  private func isMeant(_ child: References.Child) throws(SyncError) -> Bool {
    guard let image = child.image else { return try references.waitingImage(child.place) == nil }
    return image.reason == .deleted ? try entries.isInQuestion(child.place) : true
  }

  /// Applies the foreign key to the values that the library still holds of a waiting row.
  private func detach(_ child: References.Child) throws(SyncError) {
    var values = child.values
    for column in child.reference.places { values[column] = .null }
    try rows.put(child.reference.isSetNull ? values : nil, at: child.place, before: child.values)
  }

  /// Another value of the reference, set by a concurrent write, that is NULL or an existing row; nil if there is none.
  private func otherTarget(of child: References.Child) throws(SyncError) -> Value? {
    guard child.reference.places.count == 1, let table = shadow.table(named: child.reference.table) else {
      return nil
    }
    let column = child.reference.places[0]
    for entry in try entries.of(child.place) where entry.column == column {
      guard let value = entry.value, value != child.values[column] else { continue }
      if value.isNull { return value }
      if try rows.hasRow(RowPlace(table, [value])) { return value }
    }
    return nil
  }

  /// Changes or deletes a row whose target was deleted by a machine that had seen the reference.
  private func follow(_ child: References.Child) throws(SyncError) {
    if let other = try otherTarget(of: child) {
      var values = child.values
      values[child.reference.places[0]] = other
      guard var image = child.image else {
        return try rows.put(values, at: child.place, before: child.values)
      }
      image.values = values
      return try rows.set(image, at: child.place)
    }
    guard child.reference.isSetNull else { return try merger.delete(child.place, child.values) }
    let cells = child.reference.places.map { ($0, (old: child.values[$0], new: Value.null)) }
    try merger.update(child.place, Dictionary(cells) { cell, _ in cell }, isFollowing: true)
  }
}
