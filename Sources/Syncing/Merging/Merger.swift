import Records
import SQLite

/// Merges files of changes into the shadow, in any order that puts each file after those that its machine had seen.
///
/// The result does not depend on the order. Each cell is a multi-value register (Shapiro, Preguiça, Baquero and Zawirski, "A
/// comprehensive study of convergent and commutative replicated data types", 3.2.2): the latest concurrent writes are all kept,
/// and more than one value is a question. So are a deletion and a concurrent write that needs the row.
final class Merger {
  let shadow: Shadow
  let rows: SharedRows
  private let entries: Entries
  private let births: Births
  private let mover: KeyMover
  private(set) var figures = SyncFigures()
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

  /// Takes a file, within the open transaction.
  ///
  /// - Parameters:
  ///   - isAgain: Whether it was taken before, except for the tables that are taken now.
  ///   - form: The mapping from a table of the file to that of the library; nil to skip its changes.
  func take(
    _ path: String, isOwn: Bool, isAgain: Bool = false, form: (FileTable) throws(SyncError) -> TableForm?
  ) throws(SyncError) {
    let reader = try ChangeFileReader(path, shadow.largeValues)
    let header = reader.header
    if !isAgain { try shadow.note(header, checksum: reader.checksum) }
    let write = Write(machine: try shadow.index(of: header.machine), number: header.number)
    context = FileContext(
      write: write, known: try shadow.indexed(header.known), isJoining: header.isJoining, isOwn: isOwn)
    if header.isJoining { context.keys = try shadow.indexed(header.compared) }
    var forms: [String: TableForm?] = [:]
    for table in header.tables { forms[table.name] = try form(table) }
    // A row may reference a later row of its own table.
    if forms.values.contains(where: { $0?.table.pointsToItself ?? false }) { try noteBirths(path, forms) }
    var count = 0
    while let (file, operation) = try reader.next() {
      guard let form = forms[file.name] ?? nil else { continue }
      if !isOwn { figures.arrivedCount += 1 }
      try take(form.here(operation), form.table)
      count += 1
      if count.isMultiple(of: 500) { progress(reader.fraction) }
    }
    try DeletedRows(references, self).lookAfter()
  }

  /// Finds the keys of new rows in tables that reference themselves, before anything is taken that references them.
  private func noteBirths(_ path: String, _ forms: [String: TableForm?]) throws(SyncError) {
    let reader = try ChangeFileReader(path, shadow.largeValues)
    while let (file, operation) = try reader.next() {
      guard let form = forms[file.name] ?? nil, form.table.pointsToItself, form.table.hasFreeKey,
        case .insert(let values) = form.here(operation)
      else { continue }
      _ = try placeOfNew(values, sentAs: values, form.table)
    }
  }

  private var references: References {
    References(rows: rows, entries: entries, births: births, context: context)
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

  /// The key for a new row; nil if the row exists already, because another machine has inserted an equal one.
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
        try births.add(Births.Birth(write: .beginning, digest: 0, place: key), key: key, beside: others)
      }
    }
    try births.add(birth, key: key, beside: birth.place == key && others.isEmpty ? [] : births.of(key))
    if table.hasFreeKey { birth.place = try arrange(key, birth) }
    // An equal row may have been restored after its deletion, or deleted by a machine that had not seen this one.
    guard let same, !context.knows(same.write) else { return birth.place }
    let deletions = try entries.deletions(of: birth.place)
    return deletions.allSatisfy { context.knows($0.write) } ? nil : birth.place
  }

  /// A digest of the rows that a new row references: equal rows are the same only if they reference the same rows.
  private func meaning(of values: [Value], _ table: SyncedTable) throws(SyncError) -> Int64 {
    var meanings: [Value] = []
    for (reference, target) in shadow.targets(of: values, in: table) where target.table !== table {
      let meaning = try births.meaning(of: target, context)
      if meaning != 0 { meanings += [.integer(Int64(reference.places[0])), .integer(meaning)] }
    }
    return meanings.isEmpty ? 0 : Int64(bitPattern: PackedBytes.digest(meanings))
  }

  /// Moves rows that were inserted with the same key so that the right one has it; returns the new row's key.
  private func arrange(_ key: RowPlace, _ birth: Births.Birth) throws(SyncError) -> RowPlace {
    let all = try births.of(key)
    guard all.count > 1, let holder = try births.holder(of: all) else { return birth.place }
    if holder.place == key {
      if birth.place != key { figures.movedCount += 1 }
      return birth.place
    }
    if try rows.hasRow(key) { figures.movedCount += 1 }
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

  /// Whether there is a row, an image or an entry with this key.
  private func isKnown(_ place: RowPlace) throws(SyncError) -> Bool {
    if try rows.hasRow(place) { return true }
    if try rows.image(place) != nil { return true }
    return try !entries.of(place).isEmpty
  }

  private func insert(_ values: [Value], at place: RowPlace) throws(SyncError) {
    try references.claimTargets(of: values, in: place.table, written: Set(values.indices))
    let image = try rows.image(place)
    let held = try rows.row(place)
    let all = image == nil && held == nil ? [] : try entries.of(place)
    if image == nil, held == nil, all.isEmpty { return try write(values, at: place, image: nil, held: nil) }
    if image?.reason != .deleted, let current = image?.content ?? held {
      // The key means the same row everywhere, and it exists already.
      let cells = (place.table.keyCount..<current.count).map { ($0, (old: current[$0], new: values[$0])) }
      return try update(place, Dictionary(cells) { cell, _ in cell })
    }
    let rest = try entries.removeKnown(all, to: context, at: place)
    let values = try merged(values, with: rest, at: place, current: image?.values ?? [])
    if !rest.contains(where: { $0.column == Entry.deletion }) {
      return try write(values, at: place, image: image, held: held)
    }
    // Deleted there, inserted here: both are kept.
    try entries.add(Entry(column: Entry.need, write: context.write), at: place)
    try rows.set(SharedImage(reason: .deleted, values: values), at: place)
  }

  /// The values of a new row, merged with writes to the deleted row of the same key by machines that had not seen the deletion.
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

  /// Takes a write of cells.
  ///
  /// A machine that writes to a row and has seen its deletion wants the row to stay.
  ///
  /// - Parameter isFollowing: Whether a foreign key sets the cells because another row was deleted. The write then does not
  /// keep this row, and the library does not have the change yet.
  func update(
    _ place: RowPlace, _ cells: [Int: (old: Value, new: Value)], isFollowing: Bool = false
  ) throws(SyncError) {
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
    var deletions = all.filter { $0.column == Entry.deletion }
    if !deletions.isEmpty { try entries.noteOpen(place) }
    if !isFollowing { deletions = try entries.removeKnown(deletions, to: context, at: place) }
    let insertions = place.table.hasFreeKey ? [] : try births.at(place).filter { !context.knows($0) }
    for (column, cell) in cells {
      var writes = all.filter { $0.column == column }
      if writes.isEmpty { writes = insertions.map { Entry(column: column, write: $0) } }
      values[column] = try merged(column, values[column], cell, writes, at: place)
    }
    if !place.table.references.isEmpty {
      var written = values
      for (column, cell) in cells { written[column] = cell.new }
      try references.claimTargets(of: written, in: place.table, written: Set(cells.keys))
    }
    if var row = held, image != nil, image?.reason != .deleted, context.isOwn, !rows.notesChanges,
      !isFollowing
    {
      // The library already has the write; the image holds what it should have in addition.
      for (column, cell) in cells { row[column] = cell.new }
      try rows.put(row, at: place, before: held)
    }
    // A joining copy keeps its value until the conflict is settled.
    let isKept = context.isOwn && context.isJoining
    if image?.reason == .deleted, !deletions.isEmpty, !isKept {
      return try rows.set(SharedImage(reason: .deleted, values: values), at: place)
    }
    if image?.reason == .deleted {
      try rows.removeImage(place)
      return try write(values, at: place, image: nil, held: held)
    }
    try write(values, at: place, image: image, held: held)
  }

  private func merged(
    _ column: Int, _ current: Value, _ cell: (old: Value, new: Value), _ writes: [Entry], at place: RowPlace
  ) throws(SyncError) -> Value {
    var rest = try entries.removeKnown(writes, to: context, at: place, isReplaced: true)
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

  private func write(_ values: [Value], at place: RowPlace, image: SharedImage?, held: [Value]?)
    throws(SyncError)
  {
    if var image, image.reason != .deleted {
      image.values = values
      return try rows.set(image, at: place)
    }
    if image != nil { try rows.removeImage(place) }
    if values != held { try rows.put(values, at: place, before: held) }
    try references.noteTargets(of: values, at: place)
  }

  // MARK: Deletions

  /// Takes a deletion, which removes the row unless there is a write to it that no deletion had seen.
  func delete(_ place: RowPlace, _ values: [Value]) throws(SyncError) {
    let before = try entries.of(place)
    var all = before.filter { $0.column != Entry.deletion }
    all += try entries.removeKnown(before.filter { $0.column == Entry.deletion }, to: context, at: place)
    var added = [Entry(column: Entry.deletion, write: context.write)]
    for write in try births.at(place) where !place.table.hasFreeKey && !context.knows(write) {
      added.append(Entry(column: Entry.need, write: write))
    }
    for entry in added { try entries.add(entry, at: place) }
    if place.table.isPointedTo {
      try shadow.run("INSERT OR IGNORE INTO temp.deleted VALUES (?, ?)", place.bindings)
    }
    let (held, image) = (try rows.row(place), try rows.image(place))
    let current = image?.content ?? held ?? values
    if try entries.needs(of: all + added).isEmpty { return try remove(place, current, held) }
    if held == nil || image.map({ $0.reason != .deleted }) ?? false {
      try rows.set(SharedImage(reason: image?.reason ?? .deleted, values: current), at: place)
    }
  }

  private func remove(_ place: RowPlace, _ values: [Value], _ held: [Value]?) throws(SyncError) {
    if held != nil { try rows.put(nil, at: place, before: held) }
    try rows.set(SharedImage(reason: .deleted, values: values), at: place)
  }

  // MARK: Once all files are taken

  /// Takes waiting rows whose targets all exist by now, and puts aside rows that would have dangling references.
  func finish() throws(SyncError) {
    let waiting = WaitingRows(references)
    try waiting.take()
    try waiting.mendReferences()
  }
}

/// Translates the keys in a file to the keys that the rows have here.
struct KeyTranslation {
  let shadow: Shadow
  let births: Births
  let context: FileContext

  func place(of key: [Value], in table: SyncedTable) throws(SyncError) -> RowPlace {
    try births.place(of: RowPlace(table, try translated(key: key, of: table)), context)
  }

  func translated(_ values: [Value], of table: SyncedTable) throws(SyncError) -> [Value] {
    if context.hasOwnKeys { return values }
    var translated = values
    for (reference, target) in shadow.targets(of: values, in: table) where hasMoved(target.table) {
      let place = try place(of: target.key, in: target.table)
      for (column, value) in zip(reference.places, place.key) { translated[column] = value }
    }
    return translated
  }

  func translated(
    _ cells: [Int: (old: Value, new: Value)], of table: SyncedTable
  ) throws(SyncError) -> [Int: (old: Value, new: Value)] {
    if context.hasOwnKeys { return cells }
    var cells = cells
    for reference in table.references where reference.places.count == 1 {
      guard let cell = cells[reference.places[0]], let target = shadow.table(named: reference.table),
        hasMoved(target)
      else { continue }
      func here(_ value: Value) throws(SyncError) -> Value {
        value.isNull ? value : try place(of: [value], in: target).key[0]
      }
      cells[reference.places[0]] = (try here(cell.old), try here(cell.new))
    }
    return cells
  }

  private func translated(key: [Value], of table: SyncedTable) throws(SyncError) -> [Value] {
    if context.hasOwnKeys || table.hasFreeKey { return key }
    var key = key
    for reference in table.references where reference.places.allSatisfy({ $0 < table.keyCount }) {
      guard let target = shadow.table(named: reference.table), target !== table, hasMoved(target) else {
        continue
      }
      let place = try place(of: reference.places.map { key[$0] }, in: target)
      for (column, value) in zip(reference.places, place.key) { key[column] = value }
    }
    return key
  }

  private func hasMoved(_ table: SyncedTable) -> Bool {
    births.haveMoved(table)
      || !table.hasFreeKey
        && table.references.contains { reference in
          shadow.table(named: reference.table).map { $0 !== table && births.haveMoved($0) } ?? false
        }
  }
}

struct KeyMover {
  let rows: SharedRows
  let births: Births
  let entries: Entries
  private var shadow: Shadow { rows.shadow }

  init(_ rows: SharedRows, _ births: Births, _ entries: Entries) {
    (self.rows, self.births, self.entries) = (rows, births, entries)
  }

  /// All present references to the key mean this row: rows that mean another row with the same key come later.
  func move(_ place: RowPlace, to new: RowPlace) throws(SyncError) {
    if let values = try rows.row(place) {
      rows.noteVacated(place)
      try rows.put(nil, at: place, before: values)
      let before = try rows.row(new)
      try rows.put(new.key + values.dropFirst(new.key.count), at: new, before: before)
    }
    if var image = try rows.image(place) {
      try rows.removeImage(place)
      image.values = new.key + image.values.dropFirst(new.key.count)
      try rows.set(image, at: new)
    }
    try entries.move(place, to: new)
    try shadow.run(
      "UPDATE OR REPLACE settling SET key = ? WHERE tbl = ? AND key = ?", [new.packed] + place.bindings)
    try births.move(place, to: new)
    if place.table.isPointedTo { try repoint(from: place, to: new) }
  }

  private func repoint(from place: RowPlace, to new: RowPlace) throws(SyncError) {
    for row in try rows.pointing(to: place) {
      try repoint(row.values, of: row.place.table, row.reference, to: new.key)
    }
    for table in shadow.tables {
      for reference in table.references where reference.table == place.table.name {
        try repointImages(of: table, reference, from: place.key, to: new.key)
        try repointEntries(of: table, reference, from: place.key, to: new.key)
      }
    }
  }

  private func repoint(
    _ values: [Value], of table: SyncedTable, _ reference: SyncedTable.Reference, to key: [Value]
  ) throws(SyncError) {
    let old = RowPlace(table, table.key(of: values))
    let new = Self.repointed(values, reference, to: key)
    let place = RowPlace(table, table.key(of: new))
    if place != old { try move(old, to: place) }
    try rows.put(new, at: place, before: try rows.row(place))
  }

  private static func repointed(
    _ values: [Value], _ reference: SyncedTable.Reference, to key: [Value]
  ) -> [Value] {
    var values = values
    for (place, value) in zip(reference.places, key) { values[place] = value }
    return values
  }

  private func repointImages(
    of table: SyncedTable, _ reference: SyncedTable.Reference, from old: [Value], to new: [Value]
  ) throws(SyncError) {
    let images = try shadow.rows("SELECT key, content FROM image WHERE tbl = ?", [.integer(table.id)]) {
      (RowPlace(table, packed: $0.value(at: 0)), PackedBytes.unpack($0.value(at: 1).bytes ?? []) ?? [])
    }
    for (place, values) in images where values.count == table.file.columns.count {
      guard reference.places.map({ values[$0] }) == old, var image = try rows.image(place) else { continue }
      image.values = Self.repointed(values, reference, to: new)
      let moved = RowPlace(table, table.key(of: image.values))
      if moved != place { try move(place, to: moved) }
      try rows.set(image, at: moved)
    }
  }

  /// Concurrent writes hold keys, too.
  private func repointEntries(
    of table: SyncedTable, _ reference: SyncedTable.Reference, from old: [Value], to new: [Value]
  ) throws(SyncError) {
    guard reference.places.count == 1 else { return }
    let (before, after) = (Value.blob(PackedBytes.pack(old)), Value.blob(PackedBytes.pack(new)))
    for column in ["value", "old"] {
      try shadow.run(
        "UPDATE entry SET \(column) = ? WHERE tbl = ? AND col = ? AND \(column) = ?",
        [after, .integer(table.id), .integer(Int64(reference.places[0])), before])
    }
  }
}

struct WaitingRows {
  private let references: References
  private var rows: SharedRows { references.rows }
  private var shadow: Shadow { rows.shadow }

  init(_ references: References) { self.references = references }

  /// Takes waiting rows whose targets all exist by now or are taken along with them, since rows may wait for each other.
  func take() throws(SyncError) {
    var hasTaken = true
    while hasTaken {
      hasTaken = false
      for place in try ready() where try take(place) { hasTaken = true }
    }
  }

  /// The rows that wait only for each other.
  private func ready() throws(SyncError) -> [RowPlace] {
    let waiting = try shadow.rows(
      "SELECT tbl, key FROM image WHERE reason > 0 ORDER BY tbl, key"
    ) { ($0.integer(at: 0), $0.value(at: 1)) }.compactMap { id, key in
      shadow.table(id).map { RowPlace($0, packed: key) }
    }
    var (ready, left, waiters) = (Set(waiting), [RowPlace](), [RowPlace: [RowPlace]]())
    for place in waiting {
      for target in try missingTargets(of: place) {
        if ready.contains(target) { waiters[target, default: []].append(place) } else { left.append(place) }
      }
    }
    while let place = left.popLast() {
      if ready.remove(place) != nil { left += waiters[place] ?? [] }
    }
    return waiting.filter(ready.contains)
  }

  private func missingTargets(of place: RowPlace) throws(SyncError) -> [RowPlace] {
    var missing: [RowPlace] = []
    guard let values = try rows.image(place)?.values, !values.isEmpty else { return [] }
    for (_, target) in shadow.targets(of: values, in: place.table) where target != place {
      if try !rows.hasRow(target) { missing.append(target) }
    }
    return missing
  }

  /// Puts aside all rows that would have dangling references, because the library would reject the whole transaction.
  func mendReferences() throws(SyncError) {
    var isMended = false
    while !isMended {
      isMended = true
      for table in shadow.tables where table.isPointedTo || !table.references.isEmpty {
        try rows.forEachChanged(of: table, where: mayDangle(table)) { place throws(SyncError) in
          if try !mend(place) { isMended = false }
        }
      }
    }
  }

  private func mayDangle(_ table: SyncedTable) -> String {
    // Rows with other keys cannot be found by their packed keys.
    guard table.isNamedByRowID else { return "1" }
    let dangling = table.references.compactMap { reference -> String? in
      guard let target = shadow.table(named: reference.table) else { return nil }
      let isNamed = reference.places.map { "t.c\($0) IS NOT NULL" }
      let same = reference.places.enumerated().map { "s.c\($0) = t.c\($1)" }.joined(separator: " AND ")
      let isMissing = "NOT EXISTS (SELECT 1 FROM \(target.shadowName) AS s WHERE \(same))"
      return
        "EXISTS (SELECT 1 FROM \(table.shadowName) AS t WHERE t.c0 = key AND \((isNamed + [isMissing]).joined(separator: " AND ")))"
    }
    let isGone = "NOT EXISTS (SELECT 1 FROM \(table.shadowName) AS t WHERE t.c0 = key)"
    return "(\(([isGone] + dangling).joined(separator: " OR ")))"
  }

  /// Returns true if the row needed no change.
  private func mend(_ place: RowPlace) throws(SyncError) -> Bool {
    let old = try rows.old(place)
    guard let new = try rows.row(place) else {
      let children = old == nil || !place.table.isPointedTo ? [] : try references.children(of: place)
      for child in children { try references.putAside(child.place, child.values) }
      return children.isEmpty
    }
    for (reference, target) in shadow.targets(of: new, in: place.table) where target != place {
      // With foreign keys off, a row may have had a dangling reference before.
      let isNew = old.map { values in reference.places.map { values[$0] } != target.key } ?? true
      if !isNew { continue }
      if try rows.hasRow(target) { continue }
      try references.putAside(place, new)
      return false
    }
    return true
  }

  private func take(_ place: RowPlace) throws(SyncError) -> Bool {
    guard let image = try rows.image(place) else { return false }
    try rows.removeImage(place)
    let held = try rows.row(place)
    let wanted = image.values.isEmpty ? nil : image.values
    if held == wanted { return false }
    try rows.put(wanted, at: place, before: held)
    return true
  }
}
