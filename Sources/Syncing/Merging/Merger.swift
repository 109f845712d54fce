import Records
import SQLite

/// Takes files of changes into the shadow: what comes out does not depend on the order in which files are taken, as long as each
/// comes after those that its machine knew.
///
/// Each cell is a register of several values (Shapiro, Preguiça, Baquero and Zawirski, "A comprehensive study of convergent and
/// commutative replicated data types", 3.2.2): the last writes that do not know each other are all kept, and more than one value
/// is a question. So are the deletion of a row and a write that needs it, if neither knew the other.
final class Merger {
  let shadow: Shadow
  let rows: SharedRows
  private let entries: Entries
  private let births: Births
  private let mover: KeyMover
  /// What became of what arrived.
  private(set) var figures = SyncFigures()
  /// Called from time to time with what was taken of the file, from 0 to 1.
  var progress: (Double) -> Void = { _ in }
  private var context = FileContext(write: .beginning, known: [:], isJoining: false, isOwn: false)

  init(_ shadow: Shadow) throws(SyncError) {
    self.shadow = shadow
    rows = try SharedRows(shadow)
    let contexts = WriteContexts(shadow)
    entries = try Entries(shadow, contexts)
    births = try Births(shadow, contexts)
    mover = KeyMover(rows, births, entries)
    for kind in ["deleted", "dangling"] {
      try shadow.run(
        "CREATE TABLE IF NOT EXISTS temp.\(kind) (tbl INTEGER, key BLOB, PRIMARY KEY (tbl, key))")
      try shadow.run("DELETE FROM temp.\(kind)")
    }
  }

  /// Takes a file, in the transaction that is open.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - isOwn: Whether this machine has made it.
  ///   - isAgain: Whether it was taken before, but for the tables that are taken now.
  ///   - form: How the table of the file corresponds to that of the library; nil if its changes are not taken.
  func take(
    _ path: String, isOwn: Bool, isAgain: Bool = false, form: (FileTable) throws(SyncError) -> TableForm?
  ) throws(SyncError) {
    let reader = try ChangeFileReader(path, shadow.largeValues)
    let header = reader.header
    if !isAgain { try shadow.note(header, checksum: reader.checksum) }
    var known: [Int64: Int64] = [:]
    for (name, number) in header.known.numbers { known[try shadow.index(of: name)] = number }
    let write = Write(machine: try shadow.index(of: header.machine), number: header.number)
    context = FileContext(write: write, known: known, isJoining: header.isJoining, isOwn: isOwn)
    var forms: [String: TableForm?] = [:]
    for table in header.tables { forms[table.name] = try form(table) }
    // A row may point to a later one of its own table.
    if forms.values.contains(where: { $0?.table.pointsToItself ?? false }) { try noteBirths(path, forms) }
    var count = 0
    while let (file, operation) = try reader.next() {
      guard let form = forms[file.name] ?? nil else { continue }
      if !isOwn { figures.arrivedCount += 1 }
      try take(form.here(operation), form.table)
      count += 1
      if count.isMultiple(of: 500) { progress(reader.fraction) }
    }
    try lookAfterReferences()
  }

  /// Finds the keys of the new rows of tables that point to themselves, before anything is taken that points to them.
  private func noteBirths(_ path: String, _ forms: [String: TableForm?]) throws(SyncError) {
    let reader = try ChangeFileReader(path, shadow.largeValues)
    while let (file, operation) = try reader.next() {
      guard let form = forms[file.name] ?? nil, form.table.pointsToItself, form.table.hasFreeKey,
        case .insert(let values) = form.here(operation)
      else { continue }
      _ = try placeOfNew(values, sentAs: values, form.table)
    }
  }

  private var keys: KeyTranslation { KeyTranslation(shadow: shadow, births: births, context: context) }

  private func take(_ operation: RowOperation, _ table: SyncedTable) throws(SyncError) {
    switch operation {
    case .insert(let values):
      try insert(try keys.translated(values, of: table), sentAs: values, table)
    case .update(let key, let cells):
      try update(try keys.place(of: key, in: table), try keys.translated(cells, of: table))
    case .delete(let values):
      let values = try keys.translated(values, of: table)
      let place = try births.place(of: RowPlace(table, table.key(of: values)), context)
      try delete(place, place.key + values.dropFirst(table.keyCount))
    }
  }

  // MARK: Insertions

  private func insert(_ values: [Value], sentAs sent: [Value], _ table: SyncedTable) throws(SyncError) {
    guard let place = try placeOfNew(values, sentAs: sent, table) else { return }
    try insert(place.key + values.dropFirst(table.keyCount), at: place)
  }

  /// Where a new row goes; nil if it is there already, because another machine has inserted an equal one.
  private func placeOfNew(
    _ values: [Value], sentAs sent: [Value], _ table: SyncedTable
  ) throws(SyncError) -> RowPlace? {
    let key = RowPlace(table, table.key(of: values))
    let others = try births.of(key)
    if let own = others.first(where: { $0.write == context.write }) { return own.place }
    var birth = Births.Birth(
      write: context.write, digest: Int64(bitPattern: PackedBytes.digest(sent)),
      meaning: try meaning(of: sent, table),
      place: key)
    let same = others.first(where: birth.isSame)
    if let same {
      birth.place = same.place
    } else if table.hasFreeKey, try isTaken(key, others) {
      birth.place = births.freeKey(for: key, birth)
      if !others.contains(where: { $0.place == key || $0.write == .beginning }) {
        try births.add(Births.Birth(write: .beginning, digest: 0, place: key), key: key)
      }
    }
    try births.add(birth, key: key)
    if table.hasFreeKey { birth.place = try arrange(key, birth) }
    // An equal row may have come back after it was deleted.
    return same.map { context.knows($0.write) } ?? true ? birth.place : nil
  }

  /// Which rows a new row points to, as a number: equal rows of two machines are the same one only if they point to the same rows.
  private func meaning(of values: [Value], _ table: SyncedTable) throws(SyncError) -> Int64 {
    var meanings: [Value] = []
    for (reference, target) in shadow.targets(of: values, in: table) where target.table !== table {
      let meaning = try births.meaning(of: target, context)
      if meaning != 0 { meanings += [.integer(Int64(reference.places[0])), .integer(meaning)] }
    }
    return meanings.isEmpty ? 0 : Int64(bitPattern: PackedBytes.digest(meanings))
  }

  /// Moves rows that were inserted with one key so that the right one has it; returns where the new one is.
  private func arrange(_ key: RowPlace, _ birth: Births.Birth) throws(SyncError) -> RowPlace {
    let all = try births.of(key)
    guard all.count > 1, let holder = try births.holder(of: all) else { return birth.place }
    if holder.place == key {
      if birth.place != key { figures.movedCount += 1 }
      return birth.place
    }
    figures.movedCount += 1
    if let last = all.first(where: { $0.place == key }) {
      try mover.move(key, to: births.freeKey(for: key, last))
    }
    try mover.move(holder.place, to: key)
    return try births.of(key).first { $0.write == birth.write }?.place ?? key
  }

  private func isTaken(_ key: RowPlace, _ births: [Births.Birth]) throws(SyncError) -> Bool {
    if births.isEmpty { return try isKnown(key) }
    return true
  }

  /// Whether anything is known of a row with a key.
  private func isKnown(_ place: RowPlace) throws(SyncError) -> Bool {
    if try rows.hasRow(place) { return true }
    if try rows.image(place) != nil { return true }
    return try !entries.of(place).isEmpty
  }

  private func insert(_ values: [Value], at place: RowPlace) throws(SyncError) {
    try claimTargets(of: values, in: place.table, written: Set(values.indices))
    let image = try rows.image(place)
    let held = try rows.row(place)
    let all = image == nil && held == nil ? [] : try entries.of(place)
    if image == nil, held == nil, all.isEmpty { return try write(values, at: place, image: nil, held: nil) }
    if image?.reason != .deleted, let current = image.flatMap({ $0.values.isEmpty ? nil : $0.values }) ?? held
    {
      // The key means the same row everywhere, and it is there already.
      let cells = (place.table.keyCount..<current.count).map { ($0, (old: current[$0], new: values[$0])) }
      return try update(place, Dictionary(cells) { cell, _ in cell })
    }
    let rest = try removeKnown(all, at: place)
    let values = try merged(values, with: rest, at: place, current: image?.values ?? [])
    if !rest.contains(where: { $0.column == Entry.deletion }) {
      return try write(values, at: place, image: image, held: held)
    }
    // Deleted there, inserted here: both are kept.
    try entries.add(Entry(column: Entry.need, write: context.write), at: place)
    try rows.set(SharedImage(reason: .deleted, values: values), at: place)
  }

  /// What a new row holds, where others have written to the row that was deleted before it, and did not know that.
  private func merged(
    _ values: [Value], with rest: [Entry], at place: RowPlace, current: [Value]
  ) throws(SyncError) -> [Value] {
    var values = values
    for column in Set(rest.map(\.column)) where current.indices.contains(column) {
      let cell = (old: current[column], new: values[column])
      values[column] = try merged(
        column, current[column], cell, rest.filter { $0.column == column }, at: place)
    }
    return values
  }

  // MARK: Changes

  private func update(_ place: RowPlace, _ cells: [Int: (old: Value, new: Value)]) throws(SyncError) {
    var image = try rows.image(place)
    if image?.values.isEmpty ?? false {
      try rows.removeImage(place)
      image = nil
    }
    let held = try rows.row(place)
    guard var values = image?.values ?? held else {
      figures.unknownCount += 1
      return
    }
    let all = try entries.of(place)
    let deletions = try removeKnown(all.filter { $0.column == Entry.deletion }, at: place)
    let insertions = place.table.hasFreeKey ? [] : try births.at(place).filter { !context.knows($0) }
    for (column, cell) in cells {
      var writes = all.filter { $0.column == column }
      if writes.isEmpty {
        writes = insertions.map { Entry(column: column, write: $0) }
      }
      values[column] = try merged(column, values[column], cell, writes, at: place)
    }
    var written = values
    for (column, cell) in cells { written[column] = cell.new }
    try claimTargets(of: written, in: place.table, written: Set(cells.keys))
    if var row = held, image != nil, image?.reason != .deleted, context.isOwn, !rows.notesChanges {
      // The library has it already, and the image what it should hold besides.
      for (column, cell) in cells { row[column] = cell.new }
      try rows.put(row, at: place, before: held)
    }
    if image?.reason == .deleted, !deletions.isEmpty {
      return try rows.set(SharedImage(reason: .deleted, values: values), at: place)
    }
    if image?.reason == .deleted {
      try rows.removeImage(place)
      return try write(values, at: place, image: nil, held: held)
    }
    try write(values, at: place, image: image, held: held)
  }

  /// What a cell holds after a write.
  private func merged(
    _ column: Int, _ current: Value, _ cell: (old: Value, new: Value), _ writes: [Entry], at place: RowPlace
  ) throws(SyncError) -> Value {
    var rest = try removeKnown(writes, at: place)
    if rest.isEmpty, context.isJoining { rest = [Entry(column: column, write: .beginning)] }
    guard !rest.isEmpty else {
      try entries.add(Entry(column: column, write: context.write), at: place)
      return cell.new
    }
    for index in rest.indices where rest[index].value == nil {
      rest[index].value = current
      try entries.add(rest[index], at: place)
    }
    try entries.add(Entry(column: column, write: context.write, value: cell.new, old: cell.old), at: place)
    if context.isOwn { return cell.new }
    return rest.contains { $0.value == current } ? current : cell.new
  }

  /// Removes the writes that the file's machine knew, and returns the others.
  private func removeKnown(_ writes: [Entry], at place: RowPlace) throws(SyncError) -> [Entry] {
    if writes.isEmpty { return writes }
    var rest: [Entry] = []
    for entry in writes {
      if context.knows(entry.write) { try entries.remove(entry, at: place) } else { rest.append(entry) }
    }
    return rest
  }

  /// Sets what a row holds, where the library can follow.
  private func write(_ values: [Value], at place: RowPlace, image: SharedImage?, held: [Value]?)
    throws(SyncError)
  {
    if var image, image.reason != .deleted {
      image.values = values
      return try rows.set(image, at: place)
    }
    if image != nil { try rows.removeImage(place) }
    if values != held { try rows.put(values, at: place, before: held) }
    try noteTargets(of: values, at: place)
  }

  // MARK: Deletions

  /// Notes a deletion; the row goes, unless somebody has written to it who did not know of the deletion, nor it of the write.
  private func delete(_ place: RowPlace, _ values: [Value]) throws(SyncError) {
    let before = try entries.of(place)
    var all = before.filter { $0.column != Entry.deletion }
    all += try removeKnown(before.filter { $0.column == Entry.deletion }, at: place)
    var added = [Entry(column: Entry.deletion, write: context.write)]
    for write in try births.at(place) where !place.table.hasFreeKey && !context.knows(write) {
      added.append(Entry(column: Entry.need, write: write))
    }
    for entry in added { try entries.add(entry, at: place) }
    let (held, image) = (try rows.row(place), try rows.image(place))
    let current = image.flatMap { $0.values.isEmpty ? nil : $0.values } ?? held ?? values
    if try entries.needs(of: all + added).isEmpty { return try remove(place, current, held) }
    if held == nil || image.map({ $0.reason != .deleted }) ?? false {
      try rows.set(SharedImage(reason: image?.reason ?? .deleted, values: current), at: place)
    }
  }

  private func remove(_ place: RowPlace, _ values: [Value], _ held: [Value]?) throws(SyncError) {
    if held != nil { try rows.put(nil, at: place, before: held) }
    try rows.set(SharedImage(reason: .deleted, values: values), at: place)
    if place.table.isPointedTo {
      try shadow.run("INSERT OR IGNORE INTO temp.deleted VALUES (?, ?)", place.bindings)
    }
  }

  // MARK: References

  /// Notes a row that points to one that is not there, or not yet.
  private func noteTargets(of values: [Value], at place: RowPlace) throws(SyncError) {
    if context.hasOwnKeys { return }
    if try hasTargets(values, place.table) { return }
    try shadow.run("INSERT OR IGNORE INTO temp.dangling VALUES (?, ?)", place.bindings)
  }

  /// Keeps the rows that a write points to: whoever points to a row and knows that somebody has deleted it wants it to stay.
  ///
  /// - Parameter columns: The columns that were written.
  private func claimTargets(
    of values: [Value], in table: SyncedTable, written columns: Set<Int>
  ) throws(SyncError) {
    for (reference, place) in shadow.targets(of: values, in: table)
    where !columns.isDisjoint(with: reference.places) {
      let deletions = try entries.deletions(of: place)
      if deletions.isEmpty { continue }
      let isThere = try rows.hasRow(place)
      // Where foreign keys are off, a machine's own rows may point to nothing.
      if context.hasOwnKeys, !isThere { continue }
      if try removeKnown(deletions, at: place).isEmpty, !isThere { try restore(place) }
    }
  }

  /// Brings back a row that nobody has deleted any more.
  private func restore(_ place: RowPlace) throws(SyncError) {
    guard let image = try rows.image(place), image.reason == .deleted else { return }
    try rows.removeImage(place)
    try rows.put(image.values, at: place, before: nil)
    try noteTargets(of: image.values, at: place)
  }

  /// Looks after rows that were deleted here and pointed to there, once a whole file was taken.
  private func lookAfterReferences() throws(SyncError) {
    let deleted = try places(in: "deleted")
    var waiting: [(place: RowPlace, image: SharedImage)] = []
    for row in deleted.isEmpty ? [] : try rows.openImages() {
      if row.image.reason != .deleted {
        waiting.append(row)
      } else if try entries.isInQuestion(row.place) {
        waiting.append(row)
      }
    }
    try keepNeeded(deleted, waiting)
    while true {
      let dangling = try places(in: "dangling")
      if dangling.isEmpty { break }
      try shadow.run("DELETE FROM temp.dangling")
      for place in dangling {
        if let values = try rows.row(place), try needsMissing(values, at: place) {
          try putAside(place, values)
        }
      }
    }
    try shadow.run("DELETE FROM temp.deleted")
  }

  private func places(in kind: String) throws(SyncError) -> [RowPlace] {
    try shadow.rows("SELECT tbl, key FROM temp.\(kind)") { ($0.integer(at: 0), $0.value(at: 1)) }
      .compactMap { table, key in shadow.table(table).map { RowPlace($0, packed: key) } }
  }

  /// Keeps deleted rows to which rows point that the other machine did not know, and what those point to in turn.
  ///
  /// The rows that it knew and that are still here, because whether they are deleted is a question, follow as the foreign keys
  /// say.
  private func keepNeeded(
    _ deleted: [RowPlace], _ waiting: [(place: RowPlace, image: SharedImage)]
  ) throws(SyncError) {
    var (rest, followed) = (deleted, Set<RowPlace>())
    var hasKept = true
    while hasKept {
      hasKept = false
      var left: [RowPlace] = []
      for place in rest {
        guard try rows.image(place)?.reason == .deleted, try !rows.hasRow(place) else { continue }
        let children = try children(of: place, waiting)
        var needs: [Write] = []
        for child in children {
          let writes = try writes(of: child.reference, at: child.place)
          needs += writes.filter { !context.knows($0) }
          if writes.allSatisfy(context.knows) { followed.insert(place) }
        }
        if needs.isEmpty {
          left.append(place)
          continue
        }
        try entries.addNeeds(needs, at: place)
        try restore(place)
        hasKept = true
      }
      rest = left
    }
    for place in deleted where followed.contains(place) { try haveFollow(place, waiting) }
  }

  private func haveFollow(
    _ place: RowPlace, _ waiting: [(place: RowPlace, image: SharedImage)]
  ) throws(SyncError) {
    for child in try children(of: place, waiting) where child.image != nil || rows.notesChanges {
      let writes = try writes(of: child.reference, at: child.place)
      if writes.allSatisfy(context.knows) { try follow(child) }
    }
  }

  /// A row that points to another one, which the library has or of which there is an image.
  private struct Child {
    let place: RowPlace
    let reference: SyncedTable.Reference
    var values: [Value]
    var image: SharedImage?
  }

  private func children(
    of place: RowPlace, _ waiting: [(place: RowPlace, image: SharedImage)]
  ) throws(SyncError) -> [Child] {
    var children = try rows.pointing(to: place).map {
      Child(place: $0.place, reference: $0.reference, values: $0.values)
    }
    for (child, image) in waiting {
      for (reference, target) in shadow.targets(of: image.values, in: child.table) where target == place {
        children.append(Child(place: child, reference: reference, values: image.values, image: image))
      }
    }
    return children
  }

  /// Another row that a row points to by a write that did not know the first one; nil if there is none.
  private func otherTarget(of child: Child) throws(SyncError) -> Value? {
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
  private func follow(_ child: Child) throws(SyncError) {
    var values = child.values
    if let other = try otherTarget(of: child) {
      values[child.reference.places[0]] = other
    } else if child.reference.isSetNull {
      for column in child.reference.places { values[column] = .null }
    } else {
      return try delete(child.place, child.values)
    }
    if var image = child.image {
      image.values = values
      return try rows.set(image, at: child.place)
    }
    try rows.put(values, at: child.place, before: child.values)
  }

  /// Who has made a row point where it points to, and who needs the row itself, which may be there although somebody has deleted
  /// it.
  private func writes(of reference: SyncedTable.Reference, at child: RowPlace) throws(SyncError) -> [Write] {
    let all = try entries.of(child)
    let own = all.filter { reference.places.contains($0.column) }.map(\.write)
    let pointing = own.isEmpty ? try births.at(child) : own
    guard all.contains(where: { $0.column == Entry.deletion }) else { return pointing }
    return pointing + (try entries.needs(of: all)).map(\.write)
  }

  /// Whether a row points to one that was deleted by somebody who did not know it; then the deletion is a question.
  private func needsMissing(_ values: [Value], at place: RowPlace) throws(SyncError) -> Bool {
    var isMissing = false
    for (reference, target) in shadow.targets(of: values, in: place.table) {
      if try rows.hasRow(target) { continue }
      guard let image = try rows.image(target) else { continue }
      if image.reason == .deleted, try removeKnown(try entries.deletions(of: target), at: target).isEmpty {
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
  private func putAside(_ place: RowPlace, _ values: [Value]) throws(SyncError) {
    var old = try rows.oldOfSame(place)
    if let values = old, try !hasTargets(values, place.table) { old = nil }
    try rows.put(old, at: place, before: values)
    try rows.set(SharedImage(reason: .targetMissing, values: values), at: place)
    guard old == nil, place.table.isPointedTo else { return }
    for child in try rows.pointing(to: place) { try putAside(child.place, child.values) }
  }

  /// Whether everything is there that a row points to.
  private func hasTargets(_ values: [Value], _ table: SyncedTable) throws(SyncError) -> Bool {
    for (_, target) in shadow.targets(of: values, in: table) where try !rows.hasRow(target) { return false }
    return true
  }

  // MARK: Rows that wait

  /// Takes rows that waited, where everything that they point to is there by now.
  func takeWaiting() throws(SyncError) {
    var hasTaken = true
    while hasTaken {
      hasTaken = false
      let waiting = try shadow.rows(
        "SELECT tbl, key FROM image WHERE reason <> 0 ORDER BY tbl, key"
      ) { ($0.integer(at: 0), $0.value(at: 1)) }
      for (id, key) in waiting {
        guard let table = shadow.table(id) else { continue }
        if try takeWaiting(RowPlace(table, packed: key)) { hasTaken = true }
      }
    }
  }

  /// Puts aside what would point to nothing in the library once it follows, however that has come about: the library would refuse
  /// all of it.
  func mendReferences() throws(SyncError) {
    var isMended = false
    while !isMended {
      isMended = true
      for table in shadow.tables where table.isPointedTo || !table.references.isEmpty {
        for place in try rows.changedPlaces(of: table) where try !mend(place) { isMended = false }
      }
    }
  }

  /// Returns whether nothing had to be done about a row.
  private func mend(_ place: RowPlace) throws(SyncError) -> Bool {
    let old = try rows.old(place)
    guard let new = try rows.row(place) else {
      let children = old == nil || !place.table.isPointedTo ? [] : try children(of: place, [])
      for child in children { try putAside(child.place, child.values) }
      return children.isEmpty
    }
    for (reference, target) in shadow.targets(of: new, in: place.table) where target != place {
      // Where foreign keys were off, a row may have pointed to nothing before.
      let isNew = old.map { values in reference.places.map { values[$0] } != target.key } ?? true
      if !isNew { continue }
      if try rows.hasRow(target) { continue }
      try putAside(place, new)
      return false
    }
    return true
  }

  private func takeWaiting(_ place: RowPlace) throws(SyncError) -> Bool {
    guard let image = try rows.image(place) else { return false }
    for (_, target) in image.values.isEmpty ? [] : shadow.targets(of: image.values, in: place.table)
    where target != place {
      if try !rows.hasRow(target) { return false }
    }
    try rows.removeImage(place)
    let held = try rows.row(place)
    let wanted = image.values.isEmpty ? nil : image.values
    if held == wanted { return false }
    try rows.put(wanted, at: place, before: held)
    return true
  }
}
