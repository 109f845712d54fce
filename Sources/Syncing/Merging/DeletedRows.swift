import Records
import SQLite

/// Rows that were deleted while something else came to point to them, once a whole file was taken.
struct DeletedRows {
  private let references: References
  private let merger: Merger
  private var rows: SharedRows { references.rows }
  private var entries: Entries { references.entries }
  private var context: FileContext { references.context }
  private var shadow: Shadow { rows.shadow }

  init(_ references: References, _ merger: Merger) {
    (self.references, self.merger) = (references, merger)
  }

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

  /// Keeps rows to which others point that have come without knowing that they were deleted; those wait where the rows are not here.
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

  /// The rows that the library does not have and that point to some that were deleted, by these.
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

  /// Keeps deleted rows to which rows point that the other machine did not know, and what those point to in turn.
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

  /// Applies the foreign keys to rows that point to a deleted row.
  ///
  /// Only rows that its machine knew, but did not have in its library, still point to it: the others were deleted or changed in
  /// the same file. It does not matter whether the deleted row stays because of another machine. Rows that are gone are changed as
  /// well, because they may come back.
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

  /// Whether all machines agree that a row is there and points where it does: not if it is gone, nor if it waits and these are only
  /// the values that the library still holds.
  private func isMeant(_ child: References.Child) throws(SyncError) -> Bool {
    guard let image = child.image else { return try references.waitingImage(child.place) == nil }
    return image.reason == .deleted ? try entries.isInQuestion(child.place) : true
  }

  /// Applies the foreign key to what the library still holds of a row that waits.
  private func detach(_ child: References.Child) throws(SyncError) {
    var values = child.values
    for column in child.reference.places { values[column] = .null }
    try rows.put(child.reference.isSetNull ? values : nil, at: child.place, before: child.values)
  }

  /// Another row that a row points to by a write that did not know the first one; nil if there is none.
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

  /// Changes or deletes a row whose target was deleted by somebody who knew it.
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
