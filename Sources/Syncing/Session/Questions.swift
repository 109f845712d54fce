import Records
import SQLite

struct Questions {
  private let shadow: Shadow
  private let rows: SharedRows
  private let entries: Entries

  private typealias Asked = (question: SyncQuestion, place: RowPlace, column: Int)

  init(_ shadow: Shadow) throws(SyncError) {
    self.shadow = shadow
    (rows, entries) = (try SharedRows(shadow), try Entries(shadow, WriteContexts(shadow)))
  }

  /// All questions, in a stable order.
  func all() throws(SyncError) -> [SyncQuestion] { try asked().map(\.question) }

  /// Removes rows without a question from the list of those that may have one.
  func close() throws(SyncError) {
    for place in try openPlaces() where try asked(about: place, after: 0).isEmpty {
      try shadow.run("DELETE FROM open WHERE tbl = ? AND key = ?", place.bindings)
    }
  }

  private func openPlaces() throws(SyncError) -> [RowPlace] {
    try places("SELECT tbl, key FROM open ORDER BY 1, 2")
  }

  private func asked(about place: RowPlace, after count: Int) throws(SyncError) -> [Asked] {
    var asked: [Asked] = []
    let all = try entries.of(place)
    guard let values = try content(of: place), !values.isEmpty else { return [] }
    func ask(_ kind: SyncQuestion.Kind, _ others: [Entry], _ column: Int?) throws(SyncError) {
      let question = try question(count + asked.count, place, values, kind, others, column)
      asked.append((question, place, column ?? -1))
    }
    let deletions = all.filter { $0.column == Entry.deletion }
    if !deletions.isEmpty {
      let needs = try entries.needs(of: all)
      if needs.isEmpty { return [] }
      let isHere = try rows.hasRow(place)
      try ask(isHere ? .deletedThere : .deletedHere, isHere ? deletions : needs, nil)
    }
    for column in Set(all.map(\.column)).sorted() where column >= 0 {
      let writes = all.filter { $0.column == column }
      let differing = writes.filter { $0.value != nil && $0.value != values[column] }
      if !differing.isEmpty { try ask(.field(place.table.columns[column]), differing, column) }
    }
    return asked
  }

  private func asked() throws(SyncError) -> [Asked] {
    var asked: [Asked] = []
    for place in try openPlaces() { asked += try self.asked(about: place, after: asked.count) }
    for place in try places("SELECT tbl, key FROM image WHERE reason > 0 ORDER BY 1, 2") {
      guard let image = try rows.image(place), try !waitsForQuestion(place, image) else { continue }
      let note = try shadow.rows("SELECT note FROM image WHERE tbl = ? AND key = ?", place.bindings) {
        $0.string(at: 0)
      }
      let held = try rows.row(place) ?? []
      let kind = SyncQuestion.Kind.refused(image.reason == .refused ? note.first ?? "" : Self.pointsToNothing)
      asked.append(
        (try question(asked.count, place, image.values.isEmpty ? held : image.values, kind, []), place, -1))
    }
    return asked
  }

  /// Why a row with a dangling reference is not taken.
  private static let pointsToNothing = "it points to a row that is not here"

  /// Whether a row only waits for rows that are waiting themselves or whose deletion is in question.
  private func waitsForQuestion(_ place: RowPlace, _ image: SharedImage) throws(SyncError) -> Bool {
    guard image.reason == .targetMissing else { return false }
    var waits = false
    for (_, target) in shadow.targets(of: image.values, in: place.table) where target != place {
      if try rows.hasRow(target) { continue }
      guard let other = try rows.image(target) else { return false }
      if other.reason == .deleted, try !entries.isInQuestion(target) { return false }
      waits = true
    }
    return waits
  }

  /// The values of a row that all machines agree on, or those before its deletion.
  private func content(of place: RowPlace) throws(SyncError) -> [Value]? {
    if let image = try rows.image(place) { return image.values }
    return try rows.row(place)
  }

  private func places(_ sql: String) throws(SyncError) -> [RowPlace] {
    try shadow.rows(sql) { ($0.integer(at: 0), $0.value(at: 1)) }.compactMap { id, key in
      shadow.table(id).map { RowPlace($0, packed: key) }
    }
  }

  private func question(
    _ number: Int, _ place: RowPlace, _ values: [Value], _ kind: SyncQuestion.Kind, _ others: [Entry],
    _ column: Int? = nil
  ) throws(SyncError) -> SyncQuestion {
    var theirs: [SyncQuestion.Their] = []
    for entry in others {
      let label = try shadow.rows("SELECT label FROM machine WHERE id = ?", [.integer(entry.write.machine)]) {
        $0.string(at: 0)
      }
      theirs.append(.init(machine: label.first ?? "", value: entry.value ?? .null))
    }
    let title = values.indices.first { $0 >= place.table.keyCount && place.table.affinities[$0] == "TEXT" }
    return SyncQuestion(
      number: number + 1, table: place.table.name, key: place.key,
      title: title.map { values[$0] } ?? values.first ?? .null, kind: kind,
      mine: column.map { values[$0] } ?? .null, theirs: theirs, original: others.compactMap(\.old).first)
  }

  // MARK: Settling

  /// Records the person's decision, which the next file of this machine passes on.
  func settle(_ question: SyncQuestion, by choice: SyncChoice) throws(SyncError) {
    guard let (question, place, column) = try asked().first(where: { $0.question.isSame(as: question) }),
      let values = try content(of: place)
    else { throw .noQuestion(question.number) }
    switch question.kind {
    case .field:
      let new =
        switch choice {
        case .mine: values[column]
        case .original: question.original ?? values[column]
        case .other(let number):
          question.theirs.indices.contains(number) ? question.theirs[number].value : nil
        }
      guard let new else { throw .noQuestion(question.number) }
      try keepTargets(of: new, column, in: values, place.table)
      try Settled.set([column: (values[column], new)], at: place, shadow)
    case .deletedHere where choice == .mine, .deletedThere where choice != .mine: try delete(place, values)
    case .deletedHere, .deletedThere: try keep(place, values)
    case .refused: try giveUp(place, values)
    }
  }

  private func keep(_ place: RowPlace, _ values: [Value]) throws(SyncError) {
    var cells: [Int: (old: Value, new: Value)] = [:]
    for column in place.table.keyCount..<values.count { cells[column] = (values[column], values[column]) }
    // Before its targets, which may reference the row in turn.
    try Settled.set(cells, at: place, shadow)
    for (reference, target) in shadow.targets(of: values, in: place.table) where target != place {
      if try rows.hasRow(target) { continue }
      if let image = try rows.image(target), !image.values.isEmpty, try !isSettled(target) {
        try keep(target, image.values)
      } else {
        for column in reference.places where column >= place.table.keyCount {
          cells[column] = (values[column], .null)
        }
      }
    }
    try Settled.set(cells, at: place, shadow)
  }

  private func keepTargets(
    of value: Value, _ column: Int, in values: [Value], _ table: SyncedTable
  ) throws(SyncError) {
    var values = values
    values[column] = value
    for (reference, target) in shadow.targets(of: values, in: table) where reference.places.contains(column) {
      if try rows.hasRow(target) { continue }
      guard let image = try rows.image(target), !image.values.isEmpty else { throw .targetGone }
      try keep(target, image.values)
    }
  }

  private func isSettled(_ place: RowPlace) throws(SyncError) -> Bool {
    try !Settled.operations(of: place.table, shadow, key: place.packed).isEmpty
  }

  /// Deletes a row and applies the foreign keys to the rows that reference it, for all machines.
  private func delete(_ place: RowPlace, _ values: [Value]) throws(SyncError) {
    if try isDeleted(place) { return }
    try Settled.delete(values, at: place, shadow)
    for child in try children(of: place) where child.place != place {
      if !child.reference.isSetNull {
        try delete(child.place, child.values)
      } else if try !isDeleted(child.place) {
        let cells = child.reference.places.map { ($0, (old: child.values[$0], new: Value.null)) }
        try Settled.set(Dictionary(cells) { cell, _ in cell }, at: child.place, shadow)
      }
    }
  }

  private func isDeleted(_ place: RowPlace) throws(SyncError) -> Bool {
    if case .delete? = try Settled.operations(of: place.table, shadow, key: place.packed).first {
      return true
    }
    return false
  }

  /// The rows that reference a row, including those that the library does not have yet.
  private func children(
    of place: RowPlace
  ) throws(SyncError) -> [(place: RowPlace, reference: SyncedTable.Reference, values: [Value])] {
    var children = try rows.pointing(to: place)
    for child in try places("SELECT tbl, key FROM image WHERE reason > 0") {
      guard let image = try rows.image(child), !image.values.isEmpty else { continue }
      children.removeAll { $0.place == child }
      for (reference, target) in shadow.targets(of: image.values, in: child.table) where target == place {
        children.append((child, reference, image.values))
      }
    }
    return children
  }

  /// Makes all machines keep the library's value, because the library rejects others.
  private func giveUp(_ place: RowPlace, _ values: [Value]) throws(SyncError) {
    guard let held = try rows.row(place) else { return try Settled.delete(values, at: place, shadow) }
    if values.isEmpty { return try keep(place, held) }
    var cells: [Int: (old: Value, new: Value)] = [:]
    for column in place.table.keyCount..<held.count where held[column] != values[column] {
      cells[column] = (values[column], held[column])
    }
    try Settled.set(cells, at: place, shadow)
  }
}
