import Records
import SQLite

/// What rows point to, and what points to them, while a file is taken.
struct References {
  let rows: SharedRows
  let entries: Entries
  let births: Births
  /// The file.
  let context: FileContext

  private var shadow: Shadow { rows.shadow }
  /// Whether the library holds already what the file says; what this machine has settled comes to it by the file.
  private var isHeld: Bool { context.hasOwnKeys && !rows.notesChanges }

  /// Notes a row that points to one that is not there, or not yet.
  func noteTargets(of values: [Value], at place: RowPlace) throws(SyncError) {
    if isHeld { return }
    if try hasTargets(values, place.table) { return }
    try shadow.run("INSERT OR IGNORE INTO temp.dangling VALUES (?, ?)", place.bindings)
  }

  /// Keeps the rows that a write points to: whoever points to a row and knows that somebody has deleted it wants it to stay.
  ///
  /// - Parameter columns: The columns that were written.
  func claimTargets(
    of values: [Value], in table: SyncedTable, written columns: Set<Int>
  ) throws(SyncError) {
    for (reference, place) in shadow.targets(of: values, in: table)
    where !columns.isDisjoint(with: reference.places) {
      let deletions = try entries.deletions(of: place)
      if deletions.isEmpty { continue }
      let isThere = try rows.hasRow(place)
      // Where foreign keys are off, a machine's own rows may point to nothing.
      if isHeld, !isThere { continue }
      if try entries.removeKnown(deletions, to: context, at: place).isEmpty, !isThere { try restore(place) }
    }
  }

  /// Brings back a row that nobody has deleted any more.
  func restore(_ place: RowPlace) throws(SyncError) {
    guard let image = try rows.image(place), image.reason == .deleted else { return }
    try rows.removeImage(place)
    try rows.put(image.values, at: place, before: nil)
    try noteTargets(of: image.values, at: place)
  }

  /// A row that points to another one, which the library has or of which there is an image.
  struct Child {
    let place: RowPlace
    let reference: SyncedTable.Reference
    var values: [Value]
    var image: SharedImage?
  }

  /// The rows that point to a row.
  ///
  /// - Parameter waiting: Those that the library does not have.
  func children(of place: RowPlace, _ waiting: [Child] = []) throws(SyncError) -> [Child] {
    try rows.pointing(to: place).map {
      Child(place: $0.place, reference: $0.reference, values: $0.values)
    } + waiting
  }

  /// Who has made a row point where it points to; if it goes with the other row, also who needs it although somebody has deleted it.
  func writes(of reference: SyncedTable.Reference, at child: RowPlace) throws(SyncError) -> [Write] {
    let all = try entries.of(child)
    let own = all.filter { reference.places.contains($0.column) }.map(\.write)
    let pointing = own.isEmpty ? try births.at(child) : own
    if reference.isSetNull || !all.contains(where: { $0.column == Entry.deletion }) { return pointing }
    return pointing + (try entries.needs(of: all)).map(\.write)
  }

  /// Whether a row points to one that was deleted by somebody who did not know it; then the deletion is a question.
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

  /// Takes a row back to what it was before this take, and keeps an image of what it should be; if it was not there before, the rows
  /// that point to it wait, too.
  func putAside(_ place: RowPlace, _ values: [Value]) throws(SyncError) {
    var old = try rows.oldOfSame(place)
    if let values = old, try !hasTargets(values, place.table) { old = nil }
    try rows.put(old, at: place, before: values)
    let wanted = try waitingImage(place)?.values ?? values
    try rows.set(SharedImage(reason: .targetMissing, values: wanted), at: place)
    guard old == nil, place.table.isPointedTo else { return }
    for child in try rows.pointing(to: place) { try putAside(child.place, child.values) }
  }

  /// What a row should hold that waits: the library holds something else, or nothing.
  func waitingImage(_ place: RowPlace) throws(SyncError) -> SharedImage? {
    guard let image = try rows.image(place), image.reason != .deleted, !image.values.isEmpty else {
      return nil
    }
    return image
  }

  /// Whether everything is there that a row points to.
  func hasTargets(_ values: [Value], _ table: SyncedTable) throws(SyncError) -> Bool {
    for (_, target) in shadow.targets(of: values, in: table) where try !rows.hasRow(target) { return false }
    return true
  }
}
