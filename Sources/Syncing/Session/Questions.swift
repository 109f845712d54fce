import Records
import SQLite

/// The conflicts for the person, and the rows that the library does not accept, derived from the shadow.
struct Questions {
  private let shadow: Shadow
  private let lines: TreeLines
  private let view: TreeView<TreeLines>
  private let plan: LibraryPlan
  private let names: MachineNames

  private struct Asked {
    let question: SyncQuestion
    let row: ViewRow
    let tree: TreeQuestion?
    var answers: [SyncChoice: TreeAnswer] = [:]
  }

  init(_ shadow: Shadow, _ lines: TreeLines, _ view: TreeView<TreeLines>, _ plan: LibraryPlan) {
    (self.shadow, self.lines, self.view, self.plan) = (shadow, lines, view, plan)
    names = MachineNames(shadow)
  }

  func all() throws(SyncError) -> [SyncQuestion] { try asked().map(\.question) }

  /// - Throws: `noQuestion` if the question is no longer open, or has no such answer.
  func rows(
    settling question: SyncQuestion, by choice: SyncChoice, as write: UInt64
  ) throws(SyncError) -> [TreeRow] {
    guard let asked = try asked().first(where: { $0.question.isSame(as: question) }) else {
      throw .noQuestion(question.number)
    }
    guard let tree = asked.tree else { return try rows(givingUp: asked.row, as: write) }
    // If no values differ, all other machines agree.
    let isOther = if case .other = choice { asked.question.column == nil } else { false }
    guard let answer = asked.answers[isOther ? .theirs : choice],
      let rows = try view.rows(answering: tree, answer, by: write)
    else {
      throw .noQuestion(question.number)
    }
    return rows
  }

  /// The rows after giving up what the library rejects, in favor of what it has.
  private func rows(givingUp row: ViewRow, as write: UInt64) throws(SyncError) -> [TreeRow] {
    guard let table = shadow.table(row.table), let held = try shadow.held(row.name, of: table) else {
      return row.deleted(by: write)
    }
    var values: [Text: TreeValue] = [:]
    for place in table.cellPlaces {
      let (birth, value) = (
        table.births[place], try lines.treeValue(of: held.values[place], at: place, in: table)
      )
      if row.members.contains(where: { $0[birth].writes.contains { $0.value != value } }) {
        values[birth] = value
      }
    }
    return row.changed(values, by: write).map { $0.kept(by: write) }
  }

  // MARK: Finding

  private func asked() throws(SyncError) -> [Asked] {
    var asked: [Asked] = []
    let sql = """
      SELECT n.name, l.rid FROM line AS l JOIN tbl AS n ON n.id = l.tbl WHERE l.open
      UNION SELECT n.name, r.rid FROM refused AS r JOIN tbl AS n ON n.id = r.tbl ORDER BY 1, 2
      """
    for case let place? in try shadow.rows(sql, [], { $0.treePlace }) {
      guard let table = shadow.table(place.table), let row = try view.row(place.name, of: place.table),
        row.name == place.name
      else { continue }
      for question in try view.questions(about: place.name, of: place.table) {
        asked.append(try self.asked(question, row, table, number: asked.count + 1))
      }
      for (reason, id) in try reasons(row, table) {
        let question = try self.question(asked.count + 1, row, table, .refused(reason), .null, [], nil, id)
        asked.append(Asked(question: question, row: row, tree: nil))
      }
    }
    return asked
  }

  /// Why the library differs from the tree, apart from conflicts.
  private func reasons(_ row: ViewRow, _ table: SyncedTable) throws(SyncError) -> [(
    SyncQuestion.Reason, RowName
  )] {
    var reasons: [(SyncQuestion.Reason, RowName)] = []
    func add(_ reason: SyncQuestion.Reason, _ sign: Text) {
      reasons.append((reason, RowName(digestOf: row.name.bytes + sign.bytes)))
    }
    for (column, reason) in row.leftOut.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
      switch reason {
      case .kind: add(.kind(name(of: column, table)), column)
      case .required: add(.required(name(of: column, table)), column)
      case .unique, .noKey: break
      }
    }
    let note = try shadow.row(
      "SELECT note FROM refused WHERE tbl = ? AND rid = ?", [.integer(table.id), .blob(row.name.bytes)]
    ) { $0.string(at: 0) }
    if let note { add(.library(note), "") } else if row.obstacle == .noKey { add(.incomplete, "") }
    return reasons
  }

  // MARK: Questions for people

  private func asked(
    _ tree: TreeQuestion, _ row: ViewRow, _ table: SyncedTable, number: Int
  ) throws(SyncError) -> Asked {
    func ask(
      _ kind: SyncQuestion.Kind, _ theirs: [SyncQuestion.Their], _ answers: [SyncChoice: TreeAnswer],
      mine: Value = .null, original: Value? = nil
    ) throws(SyncError) -> Asked {
      let question = try question(number, row, table, kind, mine, theirs, original, tree.id)
      return Asked(question: question, row: row, tree: tree, answers: answers)
    }
    switch tree.kind {
    case .values(let column, let writes, let original):
      let shown = row.values[column] ?? .null
      let (theirs, answers) = try others(writes, besides: shown, column, original, table)
      let former = try original.map { (value) throws(SyncError) in try self.value(of: value, column, table) }
      return try ask(
        .field(name(of: column, table)), theirs, answers, mine: try value(of: shown, column, table),
        original: former)
    case .deleted(let deleting, let keeping):
      let isHere = try isOwn(deleting)
      return try ask(
        isHere ? .deletedHere : .deletedThere, try theirs(isHere ? keeping : deleting),
        [.mine: isHere ? .goes : .stays, .theirs: isHere ? .stays : .goes])
    case .pointedTo:
      let deleting = Set(row.members.flatMap(\.presence.writes).map(\.name))
      let isHere = try isOwn(Array(deleting))
      return try ask(
        isHere ? .deletedHere : .deletedThere, try theirs(isHere ? [] : Array(deleting)),
        [.mine: isHere ? .goes : .stays, .theirs: isHere ? .stays : .goes])
    case .unique(let columns, let holder):
      let title = try view.row(holder, of: row.table).map { (row) throws(SyncError) in
        try self.title(row, table)
      }
      let last = columns.last.map { $0 } ?? ""
      let isRequired = table.place(ofBirth: last).map { table.columns[$0].isRequired } ?? true
      return try ask(
        .unique(columns.map { name(of: $0, table) }), [.init(machine: "", value: title ?? .null)],
        [.mine: isRequired ? .goes : .value(.null), .theirs: .same])
    }
  }

  private func others(
    _ writes: [CellWrite], besides shown: TreeValue, _ column: Text, _ original: TreeValue?,
    _ table: SyncedTable
  ) throws(SyncError) -> ([SyncQuestion.Their], [SyncChoice: TreeAnswer]) {
    var (theirs, answers): ([SyncQuestion.Their], [SyncChoice: TreeAnswer]) = ([], [.mine: .value(shown)])
    var seen: Set<TreeValue> = [shown]
    for write in writes where seen.insert(write.value).inserted {
      answers[.other(theirs.count)] = .value(write.value)
      let value = try value(of: write.value, column, table)
      theirs.append(.init(machine: try names.name(of: write.name), value: value))
    }
    if let original { answers[.original] = .value(original) }
    return (theirs, answers)
  }

  private func isOwn(_ writes: [UInt64]) throws(SyncError) -> Bool {
    for write in writes { if try names.isOwn(write) { return true } }
    return false
  }

  private func theirs(_ writes: [UInt64]) throws(SyncError) -> [SyncQuestion.Their] {
    var machines: [String] = []
    for write in writes {
      let name = try names.name(of: write)
      if !machines.contains(name) { machines.append(name) }
    }
    return machines.sorted().map { .init(machine: $0, value: .null) }
  }

  private func question(
    _ number: Int, _ row: ViewRow, _ table: SyncedTable, _ kind: SyncQuestion.Kind, _ mine: Value,
    _ theirs: [SyncQuestion.Their], _ original: Value?, _ id: RowName
  ) throws(SyncError) -> SyncQuestion {
    let held = try shadow.held(row.name, of: table)
    let key = held.map { table.key(of: $0.values) } ?? row.key.map { [.integer($0)] } ?? []
    return SyncQuestion(
      number: number, table: table.name, key: key, title: try title(row, table), kind: kind, mine: mine,
      theirs: theirs, original: original, id: id)
  }

  /// The row's first text.
  private func title(_ row: ViewRow, _ table: SyncedTable) throws(SyncError) -> Value {
    let places = table.cellPlaces.filter { $0 >= table.keyCount }
    let texts = places.filter { table.columns[$0].affinity == .text } + Array(table.cellPlaces)
    for place in texts {
      let birth = table.births[place]
      let last = row.members.lazy.compactMap { $0[birth].writes.first { $0.value != .null }?.value }.first
      if let value = row.values[birth] ?? last { return try self.value(of: value, birth, table) }
    }
    return row.key.map { .integer($0) } ?? .null
  }

  private func name(of column: Text, _ table: SyncedTable) -> String {
    table.place(ofBirth: column).map { table.columns[$0].name } ?? column.string
  }

  private func value(of value: TreeValue, _ column: Text, _ table: SyncedTable) throws(SyncError) -> Value {
    if case .value(let value) = value { return value }
    guard let place = table.place(ofBirth: column) else { return .null }
    return try plan.value(of: value, at: place, in: table, []) ?? .null
  }
}
