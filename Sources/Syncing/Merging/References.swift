import Records

struct References {
  let rows: SharedRows
  let entries: Entries
  let births: Births
  let context: FileContext

  private var shadow: Shadow { rows.shadow }
  /// Whether the library already has what the file says, except what was settled, which reaches it through the file.
  private var isHeld: Bool { context.hasOwnKeys && !rows.notesChanges }

  func noteTargets(of values: [Value], at place: RowPlace) throws(SyncError) {
    if isHeld { return }
    if try hasTargets(values, place.table) { return }
    try shadow.run("INSERT OR IGNORE INTO temp.dangling VALUES (?, ?)", place.bindings)
  }

  /// Keeps the rows that a write references: a machine that references a row and has seen its deletion wants the row to stay.
  func claimTargets(
    of values: [Value], in table: SyncedTable, written columns: Set<Int>
  ) throws(SyncError) {
    for (reference, place) in shadow.targets(of: values, in: table)
    where !columns.isDisjoint(with: reference.places) {
      let deletions = try entries.deletions(of: place)
      if deletions.isEmpty { continue }
      let isThere = try rows.hasRow(place)
      // With foreign keys off, a machine's own rows may have dangling references.
      if isHeld, !isThere { continue }
      if try entries.removeKnown(deletions, to: context, at: place).isEmpty, !isThere { try restore(place) }
    }
  }

  /// Restores a row whose deletion was withdrawn.
  func restore(_ place: RowPlace) throws(SyncError) {
    guard let image = try rows.image(place), image.reason == .deleted else { return }
    try rows.removeImage(place)
    try rows.put(image.values, at: place, before: nil)
    try noteTargets(of: image.values, at: place)
  }

  struct Child {
    let place: RowPlace
    let reference: SyncedTable.Reference
    var values: [Value]
    var image: SharedImage?
  }

  func children(of place: RowPlace, _ waiting: [Child] = []) throws(SyncError) -> [Child] {
    try rows.pointing(to: place).map {
      Child(place: $0.place, reference: $0.reference, values: $0.values)
    } + waiting
  }

  /// The writes that set a reference, and for a row deleted with its target, those that keep the row despite its deletion.
  func writes(of reference: SyncedTable.Reference, at child: RowPlace) throws(SyncError) -> [Write] {
    let all = try entries.of(child)
    let own = all.filter { reference.places.contains($0.column) }.map(\.write)
    let pointing = own.isEmpty ? try births.at(child) : own
    if reference.isSetNull || !all.contains(where: { $0.column == Entry.deletion }) { return pointing }
    return pointing + (try entries.needs(of: all)).map(\.write)
  }

  /// Whether a row references rows that were deleted without knowledge of this reference and stay missing.
  func needsMissing(_ values: [Value], at place: RowPlace) throws(SyncError) -> Bool {
    var isMissing = false
    for (reference, target) in shadow.targets(of: values, in: place.table) {
      if try rows.hasRow(target) { continue }
      guard let image = try rows.image(target) else { continue }
      if image.reason == .deleted,
        try entries.removeKnown(try entries.deletions(of: target), to: context, at: target).isEmpty
      {
        try restore(target)
        continue
      }
      isMissing = true
      if image.reason == .deleted {
        try entries.addNeeds(try writes(of: reference, at: place) + [context.write], at: target)
      }
    }
    return isMissing
  }

  /// Resets a row to its state before this take and keeps an image; if it is new, rows that reference it are put aside, too.
  func putAside(_ place: RowPlace, _ values: [Value]) throws(SyncError) {
    var old = try rows.oldOfSame(place)
    if let values = old, try !hasTargets(values, place.table) { old = nil }
    try rows.put(old, at: place, before: values)
    let wanted = try waitingImage(place)?.values ?? values
    try rows.set(SharedImage(reason: .targetMissing, values: wanted), at: place)
    guard old == nil, place.table.isPointedTo else { return }
    for child in try rows.pointing(to: place) { try putAside(child.place, child.values) }
  }

  /// The intended values of a waiting row: the library holds other values, or no row.
  func waitingImage(_ place: RowPlace) throws(SyncError) -> SharedImage? {
    guard let image = try rows.image(place), image.reason != .deleted, !image.values.isEmpty else {
      return nil
    }
    return image
  }

  func hasTargets(_ values: [Value], _ table: SyncedTable) throws(SyncError) -> Bool {
    for (_, target) in shadow.targets(of: values, in: table) where try !rows.hasRow(target) { return false }
    return true
  }
}
