import Syncing
import TestSupport

/// What people did on all machines, and who knew of it: from that follows what a library must hold, and what is to be settled.
///
/// It shares no thought with the engine. A row is known by the words that somebody wrote to it, each of which is used once, and
/// never by its key. A write is superseded by one of somebody who knew it, and by no other.
struct SyncOracle {
  /// A row, as people know it.
  enum RowName: Hashable {
    case born(Int)
    /// One of a table whose key is a text.
    case named(String)
    /// A book on a shelf.
    case pair(Int, Int)
  }

  enum Cell: Hashable {
    case value(StockValue)
    case row(RowName)
  }

  /// A question as each machine has it, if it has the same ones.
  struct Asked: Hashable {
    let row: RowName
    let what: String
    let values: Set<Cell>
  }

  fileprivate struct SeenRow {
    let name: RowName
    let row: LibraryRows.Row
    let cells: [String: Cell]
  }

  private struct Event {
    let row: RowName
    /// Nil for whether the row is there.
    let column: String?
    let value: Cell
    let commit: Int
  }

  private struct Machine {
    var known: Set<Int> = []
    var seen: [SeenRow] = []
    var columns: [String: Set<String>] = [:]
    /// Who has edited the library since its last sync; only the store says which row it has changed.
    var editors: Set<Editor> = []
    /// The rows that the store has put in the place of others since then.
    var replaced: Set<Place> = []
    /// Whether a step has been undone since then.
    var hasUndone = false
  }

  enum Editor { case store, anotherProgram }

  private var machines: [String: Machine] = [:]
  private var events: [Event] = []
  /// What somebody knew who made a commit, by its number.
  private var knowledge: [Set<Int>] = []
  private var heads: [CommitName: Set<Int>] = [:]

  /// The rows by the words that were written to them.
  private var owners: [String: Int] = [:]
  private var united: [Int] = []
  /// The rows of which nobody can say which is which: born twice, or made one.
  private var vague: Set<RowName> = []
  private var bornNames: [String: Int] = [:]
  /// The rows that were at a place at any time, on any machine.
  private var residents: [Place: Set<Int>] = [:]
  /// The columns that were gone for a while, with their tables.
  private var vagueColumns: Set<String> = []

  private static let (there, gone) = (Cell.value(1), Cell.value(0))

  // MARK: Names

  private func root(_ row: Int) -> Int { united[row] == row ? row : root(united[row]) }

  private func name(_ name: RowName) -> RowName {
    switch name {
    case .born(let row): .born(root(row))
    case .pair(let book, let shelf): .pair(root(book), root(shelf))
    case .named: name
    }
  }

  private func cell(_ cell: Cell) -> Cell { if case .row(let row) = cell { .row(name(row)) } else { cell } }

  /// Whether nobody can say which row it is.
  func isVague(_ row: RowName) -> Bool {
    if case .pair(let book, let shelf) = row, isVague(.born(book)) || isVague(.born(shelf)) { return true }
    return vague.contains { name($0) == name(row) }
  }

  private mutating func unite(_ one: Int, _ other: Int) {
    let (one, other) = (root(one), root(other))
    if one == other { return }
    united[max(one, other)] = min(one, other)
    vague.insert(.born(one))
  }

  private func owners(of row: LibraryRows.Row) -> Set<Int> {
    Set(row.values.values.compactMap { owners[$0.word ?? ""].map(root) })
  }

  /// Says that somebody makes one of two rows that a machine shows.
  mutating func merge(
    _ one: LibraryRows.Row, _ other: LibraryRows.Row, on machine: String, _ library: LibraryRows
  ) throws(SyncFinding) {
    _ = try seen(library, on: machine, isEdited: true)
    if let one = owners(of: one).first, let other = owners(of: other).first { unite(one, other) }
  }

  /// Says who edits a library, and which row the store puts in the place of another one.
  mutating func edits(_ machine: String, by editor: Editor, replacing key: Int64? = nil) {
    machines[machine, default: Machine()].editors.insert(editor)
    if let key { machines[machine]?.replaced.insert(Place("book", .integer(key))) }
  }

  mutating func undoes(_ machine: String) {
    edits(machine, by: .store)
    machines[machine]?.hasUndone = true
  }

  /// Says that a machine's library has been replaced by an earlier one, which the next sync brings forward.
  mutating func restored(_ machine: String) {
    machines[machine]?.editors = []
    machines[machine]?.replaced = []
    machines[machine]?.hasUndone = false
  }

  /// Says that a machine has become the copy of another one, right after that one's sync.
  mutating func copied(_ machine: String, to copy: String) { machines[copy] = machines[machine] }

  // MARK: What a machine shows

  /// Finds out which rows those of a library are.
  ///
  /// - Parameter isEdited: Whether somebody may have added rows; otherwise they came by a sync.
  private mutating func seen(
    _ library: LibraryRows, on machine: String, isEdited: Bool
  ) throws(SyncFinding) -> [SeenRow] {
    if library.danglingCount > 0 { throw SyncFinding(.dangling, "on \(machine)") }
    var names: [Place: RowName] = [:]
    let present = Set(library.rows.flatMap(owners))
    for row in library.rows {
      let table = row.table
      func target(_ column: String) -> Int {
        if case .born(let id)? = names[Place(column, row.key[table.key.firstIndex(of: column) ?? 0])] {
          return id
        }
        return -1
      }
      names[Place(row)] =
        switch table.name {
        case "tag": .named("tag \(row.key)")
        case "book_shelf": .pair(target("book"), target("shelf"))
        default: .born(try owner(of: row, on: machine, besides: present, isEdited: isEdited))
        }
      if case .born(let id)? = names[Place(row)] { residents[Place(row), default: []].insert(id) }
    }
    return library.rows.map { row in
      SeenRow(name: names[Place(row)] ?? .born(0), row: row, cells: cells(of: row, names))
    }
  }

  private func cells(of row: LibraryRows.Row, _ names: [Place: RowName]) -> [String: Cell] {
    var cells: [String: Cell] = [:]
    for (column, value) in row.values where !row.table.key.contains(column) {
      let target = row.table.references[column].flatMap { names[Place($0, value)] }
      cells[column] = target.map { .row($0) } ?? .value(value)
    }
    return cells
  }

  /// - Parameter present: The rows whose words are in the library; a row without known words is none of them.
  private mutating func owner(
    of row: LibraryRows.Row, on machine: String, besides present: Set<Int>, isEdited: Bool
  ) throws(SyncFinding) -> Int {
    let found = owners(of: row)
    if found.count > 1, isEdited, machines[machine]?.hasUndone ?? false {
      // An undo takes values back. What another program has set stays, though the row was another one then.
      for other in found { unite(found.min() ?? 0, other) }
    } else if found.count > 1 {
      throw SyncFinding(.mixed, "\(machine): \(row.table.name) \(row.key) is of several: \(row.values)")
    }
    var id = found.min()
    if id == nil {
      if !isEdited { throw SyncFinding(.nobodys, "\(machine): \(row.table.name) \(row.key) \(row.values)") }
      id = formerResident(of: row, on: machine, besides: present)
    }
    if id == nil {
      let former = machines[machine]?.seen.first { Place($0.row) == Place(row) }
      if let former, case .born(let known) = former.name, isSame(row, former.row, on: machine) {
        id = root(known)
      }
    }
    if id == nil {
      id = united.count
      united.append(united.count)
    }
    for word in row.values.values.compactMap(\.word) where owners[word] == nil { owners[word] = id }
    return id ?? 0
  }

  /// The row that an undo may have brought back to its key before all of its words were replaced.
  private mutating func formerResident(
    of row: LibraryRows.Row, on machine: String, besides present: Set<Int>
  ) -> Int? {
    guard machines[machine]?.hasUndone ?? false else { return nil }
    let residents = Set((residents[Place(row)] ?? []).map(root)).subtracting(present)
    guard let first = residents.min() else { return nil }
    for other in residents { unite(first, other) }
    vague.insert(.born(first))
    return first
  }

  /// Whether a row with the key of a former one is that row: if it shares a value with it, or if the store says so.
  private func isSame(_ row: LibraryRows.Row, _ former: LibraryRows.Row, on machine: String) -> Bool {
    if hasCommon(row, former) { return true }
    guard let state = machines[machine], state.editors.contains(.store) else { return false }
    return state.editors.count > 1 || !state.replaced.contains(Place(row))
  }

  private func hasCommon(_ one: LibraryRows.Row, _ other: LibraryRows.Row) -> Bool {
    one.values.contains { column, value in
      !one.table.key.contains(column) && value != .null && other.values[column] == value
    }
  }

  private func grouped(_ rows: [SeenRow]) -> [RowName: [SeenRow]] {
    Dictionary(grouping: rows) { name($0.name) }
  }

  // MARK: What people do

  /// Takes what somebody has done on a machine since its last sync, as the next one finds it.
  mutating func edited(_ machine: String, _ library: LibraryRows) throws(SyncFinding) {
    let rows = try seen(library, on: machine, isEdited: true)
    if machines[machine]?.known.isEmpty ?? true { join(rows) }
    try take(rows, library, on: machine)
  }

  /// Takes it that rows of a library that joins may be those that others have by their keys.
  private mutating func join(_ rows: [SeenRow]) {
    for row in rows {
      let residents = Set((residents[Place(row.row)] ?? []).map(root))
      for other in machines.values.flatMap(\.seen) where hasCommon(other.row, row.row) {
        guard case (.born(let one), .born(let two)) = (row.name, other.name) else { continue }
        if residents.contains(root(two)) { unite(one, two) }
      }
    }
  }

  /// Takes what settling has changed at once, and that the cell was settled though it may hold what it held.
  ///
  /// - Parameter column: The column that was asked about; nil if the whole row was.
  mutating func settled(
    _ question: SyncQuestion, on machine: String, _ library: LibraryRows, as column: String?
  ) throws(SyncFinding) {
    let asked = machines[machine]?.seen.first { $0.row.isAsked(in: question) }.map { name($0.name) }
    // Two rows with one unique value may become one, or one of them goes.
    if case .unique = question.kind {
      for rows in colliding(expected(by: machines[machine]?.known ?? []), []) {
        for row in rows.dropFirst() {
          if case (.born(let one), .born(let other)) = (rows[0], row) { unite(one, other) }
        }
      }
    }
    let rows = try seen(library, on: machine, isEdited: false)
    // Whether another row's deletion is still in question after its reference was taken away, nobody can say.
    let before = grouped(machines[machine]?.seen ?? [])
    for row in rows where name(row.name) != asked && before[name(row.name)]?.first?.cells != row.cells {
      vague.insert(name(row.name))
    }
    guard let asked else { return try take(rows, library, on: machine) }
    let now = rows.first { name($0.name) == asked }
    var forced = [
      Event(row: asked, column: nil, value: now == nil ? Self.gone : Self.there, commit: knowledge.count)
    ]
    if let column, let value = now?.cells[column] {
      forced.append(Event(row: asked, column: column, value: value, commit: knowledge.count))
    } else if column != nil {
      // The machine lacks the column, and does not show what it has chosen.
      vague.insert(asked)
    }
    if now == nil {
      // The references to the row that are gone with it may have been one of several values.
      for (row, expected) in expected(by: machines[machine]?.known ?? [])
      where expected.cells.values.contains(where: { $0.contains(.row(asked)) }) { vague.insert(row) }
    }
    try take(rows, library, on: machine, forced: forced)
  }

  private mutating func take(
    _ rows: [SeenRow], _ library: LibraryRows, on machine: String, forced: [Event] = []
  ) throws(SyncFinding) {
    var state = machines[machine] ?? Machine()
    uniteReplaced(state.seen, rows)
    let (before, now) = (grouped(state.seen), grouped(rows))
    let commit = knowledge.count
    for row in Set(before.keys).union(now.keys) {
      let (old, new) = (before[row] ?? [], now[row] ?? [])
      // If nothing of it is as it was, it may be the same row that was changed, or another one.
      let isElse = !new.isEmpty && old.first.map { !hasCommon($0.row, new[0].row) } ?? false
      if old.count > 1 || new.count > 1 || isElse { vague.insert(row) }
      if isElse { uniteBornAlike(new[0]) }
    }
    for row in Set(before.keys).union(now.keys) {
      let (old, new) = (before[row] ?? [], now[row] ?? [])
      switch (old.first, new.first) {
      case (nil, let new?): born(new, by: state.known, commit)
      case (.some, nil): events.append(Event(row: row, column: nil, value: Self.gone, commit: commit))
      case (let old?, let new?): changed(old, new, state.columns[new.row.table.name] ?? [], commit)
      case (nil, nil): break
      }
      noteReferences(of: new.dropFirst(), old, commit)
    }
    events += forced
    for (table, columns) in state.columns {
      let new = (library.columns[table] ?? []).subtracting(columns)
      vagueColumns.formUnion(new.map { "\(table) \($0)" })
    }
    if events.last?.commit == commit {
      knowledge.append(state.known)
      state.known.insert(commit)
    }
    (state.seen, state.columns) = (rows, library.columns)
    (state.editors, state.replaced, state.hasUndone) = ([], [], false)
    machines[machine] = state
  }

  /// Takes it that a row is the one that had its key, if it shares a value with it; an undo can make it another one.
  private mutating func uniteReplaced(_ before: [SeenRow], _ now: [SeenRow]) {
    let residents = Dictionary(before.map { (Place($0.row), $0) }) { first, _ in first }
    for row in now {
      guard let former = residents[Place(row.row)], hasCommon(former.row, row.row),
        case (.born(let one), .born(let other)) = (former.name, row.name)
      else { continue }
      unite(one, other)
    }
  }

  private mutating func born(_ new: SeenRow, by known: Set<Int>, _ commit: Int) {
    let row = name(new.name)
    let former = events.filter { name($0.row) == row && $0.column == nil }
    if case .born = row, !former.isEmpty { vague.insert(row) }
    if former.contains(where: { !known.contains($0.commit) }) { vague.insert(row) }
    uniteBornAlike(new)
    events.append(Event(row: row, column: nil, value: Self.there, commit: commit))
    for (column, value) in new.cells {
      events.append(Event(row: row, column: column, value: value, commit: commit))
    }
  }

  /// Takes what the other rows reference that may be the same row.
  private mutating func noteReferences(of rows: some Sequence<SeenRow>, _ old: [SeenRow], _ commit: Int) {
    for row in rows where !old.contains(where: { $0.cells == row.cells }) {
      for (column, value) in row.cells {
        if case .row = value {
          events.append(Event(row: name(row.name), column: column, value: value, commit: commit))
        }
      }
    }
  }

  /// Takes it that rows which are born with one unique value are the same row.
  private mutating func uniteBornAlike(_ new: SeenRow) {
    guard case .born(let id) = name(new.name), let text = new.row.values["name"]?.text else { return }
    if let other = bornNames["\(new.row.table.name) \(text)"] { unite(id, other) }
    bornNames["\(new.row.table.name) \(text)"] = id
  }

  private mutating func changed(_ old: SeenRow, _ new: SeenRow, _ columns: Set<String>, _ commit: Int) {
    let row = name(new.name)
    if old.row.key != new.row.key, case .born = row { vague.insert(row) }
    var isChanged = false
    for (column, value) in new.cells where columns.contains(column) {
      if old.cells[column].map(cell) == cell(value) {
        // Nobody can say whether it counts as a change that a reference is to the other of two rows that were made one.
        let isSameKey = old.row.values[column] == new.row.values[column]
        if case .row(let target) = value, old.cells[column] != value || !isSameKey && isVague(target) {
          vague.insert(row)
        }
        continue
      }
      events.append(Event(row: row, column: column, value: value, commit: commit))
      isChanged = true
    }
    if isChanged { events.append(Event(row: row, column: nil, value: Self.there, commit: commit)) }
  }

  /// Takes what a sync has brought, and what it has published.
  mutating func synced(
    _ machine: String, _ library: LibraryRows, fetched: [CommitName], published: CommitName?
  ) throws(SyncFinding) {
    var state = machines[machine] ?? Machine()
    for head in fetched { state.known.formUnion(heads[head] ?? []) }
    if let published { heads[published, default: []].formUnion(state.known) }
    machines[machine] = state
    let rows = try seen(library, on: machine, isEdited: false)
    (state.seen, state.columns) = (rows, library.columns)
    machines[machine] = state
  }

  // MARK: What must be

  private struct Expected {
    var presence: Set<Cell> = []
    var cells: [String: Set<Cell>] = [:]
  }

  /// The writes that nobody who is known to a machine has superseded.
  private func expected(by known: Set<Int>) -> [RowName: Expected] {
    struct Key: Hashable {
      let row: RowName
      let column: String?
    }
    var all: [RowName: Expected] = [:]
    let known = events.filter { known.contains($0.commit) }
    for (key, events) in Dictionary(grouping: known, by: { Key(row: name($0.row), column: $0.column) }) {
      let last = events.filter { event in !events.contains { knowledge[$0.commit].contains(event.commit) } }
      let values = Set(last.map { cell($0.value) })
      if let column = key.column {
        all[key.row, default: Expected()].cells[column] = values
      } else {
        all[key.row, default: Expected()].presence = values
      }
    }
    return all
  }

  /// Checks that a machine shows what follows from what it knows.
  ///
  /// - Parameter questions: What it asks; nil if that is not looked at.
  func check(_ machine: String, asked questions: Set<Asked>?) throws(SyncFinding) {
    guard let state = machines[machine] else { return }
    let rows = grouped(state.seen)
    let all = expected(by: state.known)
    let pointedTo = pointedTo(all, state.seen)
    let colliding = Set(colliding(all, pointedTo).flatMap { $0 })
    for (row, expected) in all where !isVague(row) && colliding.isDisjoint(with: parts(of: row)) {
      let questions = questions?.filter { name($0.row) == row }
      let isThere = rows[row] != nil
      let what = "\(machine): \(words(of: row))"
      if expected.presence == [Self.gone], isThere, !pointedTo.contains(row), !pointsToVague(rows[row] ?? [])
      {
        throw SyncFinding(.back, what)
      }
      if expected.presence.contains(Self.there), !isThere { throw SyncFinding(.lost, what) }
      guard let shown = rows[row]?.first else { continue }
      let isAsked = questions?.contains { $0.what == "presence" }
      if let isAsked, isAsked != expected.presence.contains(Self.gone) {
        throw SyncFinding(isAsked ? .needless : .unasked, "\(what), \(expected.presence)")
      }
      for (column, values) in expected.cells
      where !vagueColumns.contains("\(shown.row.table.name) \(column)") {
        try check(shown.cells[column].map(cell), values, questions, "\(what) \(column)", column)
      }
    }
  }

  private func check(
    _ shown: Cell?, _ values: Set<Cell>, _ questions: Set<Asked>?, _ what: String, _ column: String
  ) throws(SyncFinding) {
    guard let shown else { return }
    // If it references a row that may be another one by now, nobody can say whether it should have gone with it.
    if !values.contains(shown), !isVagueTarget(shown) {
      throw SyncFinding(.wrong, "\(what) is \(shown), not of \(values)")
    }
    guard let questions else { return }
    let asked = questions.first { $0.what == column }
    if values.count > 1, !values.isSubset(of: Set((asked?.values ?? []).map(cell))) {
      throw SyncFinding(.unasked, "\(what): \(values), not \(asked?.values ?? [])")
    }
    // One value may be two: a reference to a row of which nobody can say which it is.
    if values.count == 1, let asked, !values.union(asked.values).contains(where: isVagueTarget) {
      throw SyncFinding(.needless, what)
    }
  }

  /// The rows that have the same unique value, if they are several; some are kept, although they were deleted.
  private func colliding(_ all: [RowName: Expected], _ kept: Set<RowName>) -> [[RowName]] {
    var holders: [Cell: [RowName]] = [:]
    for (row, expected) in all where expected.presence.contains(Self.there) || kept.contains(row) {
      for value in expected.cells["name"] ?? [] { holders[value, default: []].append(row) }
    }
    return holders.values.filter { $0.count > 1 }
  }

  /// The rows that others reference: those of the library, those that cannot be in it, and those that may be in question
  /// because nobody can say which is which.
  private func pointedTo(_ all: [RowName: Expected], _ seen: [SeenRow]) -> Set<RowName> {
    func target(_ value: Cell) -> RowName? { if case .row(let target) = cell(value) { target } else { nil } }
    let there = all.filter { $0.value.presence.contains(Self.there) }
    return Set(seen.flatMap { row in row.cells.values.compactMap(target) + row.parts.map { name($0) } })
      .union(there.flatMap { $0.value.cells.values.joined().compactMap(target) })
      .union(there.keys.flatMap { parts(of: $0).subtracting([$0]) })
      .union(events.compactMap { isVague($0.row) ? target($0.value) : nil })
  }

  /// Whether rows reference one that may have been replaced by another, which changes them; that is in question then.
  private func pointsToVague(_ rows: [SeenRow]) -> Bool {
    rows.contains { row in row.cells.values.contains(where: isVagueTarget) }
  }

  private func isVagueTarget(_ value: Cell) -> Bool {
    if case .row(let target) = cell(value) { isVague(target) } else { false }
  }

  private func words(of row: RowName) -> String {
    guard case .born(let id) = row else { return "\(row)" }
    return owners.filter { root($0.value) == id }.keys.sorted().joined(separator: " ")
  }

  private func parts(of row: RowName) -> Set<RowName> {
    if case .pair(let book, let shelf) = row { [row, .born(root(book)), .born(root(shelf))] } else { [row] }
  }

  /// Whether all machines have a column of books.
  func isEverywhere(_ column: String) -> Bool {
    machines.values.allSatisfy { $0.columns["book"]?.contains(column) ?? true }
  }

  /// Questions in words that mean the same on each machine.
  func asked(_ questions: [SyncQuestion], on machine: String, _ birthNames: [String: String]) -> Set<Asked> {
    let seen = machines[machine]?.seen ?? []
    let names = Dictionary(seen.map { (Place($0.row), name($0.name)) }) { first, _ in first }
    return Set(
      questions.compactMap { question in
        let row = seen.first { $0.row.isAsked(in: question) }
        let asked = row.map { name($0.name) } ?? RowName.named("\(question.table) \(question.key)")
        let column: String
        switch question.kind {
        case .field(let name): column = name
        case .deletedHere, .deletedThere: return Asked(row: asked, what: "presence", values: [])
        case .unique(let columns): return Asked(row: asked, what: "unique \(columns)", values: [])
        case .refused: return nil
        }
        let birth = birthNames[column] ?? column
        let target = row?.row.table.references[birth]
        let values = ([question.mine] + question.theirs.map(\.value)).map { value in
          let value = StockValue(value)
          return target.flatMap { names[Place($0, value)] }.map { Cell.row($0) } ?? .value(value)
        }
        return Asked(row: asked, what: birth, values: Set(values))
      })
  }
}

/// Where a row is in a library.
private struct Place: Hashable {
  let table: String
  let key: [StockValue]

  init(_ table: String, _ key: StockValue) { (self.table, self.key) = (table, [key]) }
  init(_ row: LibraryRows.Row) { (table, key) = (row.table.name, row.key) }
}

extension SyncOracle.SeenRow {
  /// The rows that it joins.
  fileprivate var parts: [SyncOracle.RowName] {
    if case .pair(let book, let shelf) = name { [.born(book), .born(shelf)] } else { [] }
  }
}

extension LibraryRows.Row {
  func isAsked(in question: SyncQuestion) -> Bool {
    table.name == question.table && key == question.key.map { StockValue($0) }
  }
}

extension StockValue {
  /// Its text, if that is a word of those that are used once.
  fileprivate var word: String? {
    if case .text(let text) = self, text.hasPrefix("w") || text.hasPrefix("twin") { text } else { nil }
  }
}

/// Something that a sync must not do.
package struct SyncFinding: Error, CustomStringConvertible {
  package enum Rule: String, Sendable {
    case failed = "a sync fails"
    case dangling = "a row points to nothing"
    case mixed = "a row has values of two rows"
    case nobodys = "a row is nobody's"
    case lost = "a row is lost without a question"
    case back = "a row that was deleted is there"
    case wrong = "a value is lost without a question"
    case unasked = "a question is missing"
    case needless = "a question is needless"
    case asksDiffer = "machines ask differently"
    case differ = "libraries differ"
    case unsettled = "what was settled is asked again"
    case restless = "machines do not come to rest"
  }

  package let rule: Rule
  package let text: String

  init(_ rule: Rule, _ text: String) { (self.rule, self.text) = (rule, text) }

  package var description: String { "\(rule.rawValue): \(text)" }
}
