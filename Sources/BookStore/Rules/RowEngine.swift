import EditLog
import Listings
import Queries
import Records
import SQLite

/// Changes fields of many rows by rules: as a trial, in one transaction, or through their records.
///
/// A row takes the new values of all fields or of none, unless they go through its record.
public final class RowEngine {
  /// How rows are changed.
  public enum Mode: Hashable, Sendable {
    /// In one transaction that is rolled back.
    ///
    /// It holds the write lock for about `limit`. The remaining outcomes are then worked out without constraints and triggers,
    /// as for all rows of a database that cannot be written.
    case trial(limit: Duration = .seconds(2))
    /// In one transaction and as one step of the edit log. The store has to be reopened afterwards, or be the caller's own.
    case straight
    /// In the records, which stay dirty until the next write-back, as part of a step.
    ///
    /// Rows of joining tables are changed directly in the database. A field that the store refuses ends the run; earlier
    /// changes stay. There is no watcher, and no digest is compared.
    case throughRecords(EditStep)
  }

  /// Callbacks during a run.
  public struct Watcher {
    /// Receives the outcome for each row; a later failure reverses all of them.
    public var onRow: (RuleOutcome) -> Void
    /// Receives the fraction of the rows that is done.
    public var progress: (Double) -> Void
    /// Called when a trial no longer holds a lock, so that slow output of the outcomes can begin.
    public var unlocked: () -> Void

    /// Makes a watcher that does nothing by default.
    public init(
      onRow: @escaping (RuleOutcome) -> Void = { _ in }, progress: @escaping (Double) -> Void = { _ in },
      unlocked: @escaping () -> Void = {}
    ) {
      (self.onRow, self.progress, self.unlocked) = (onRow, progress, unlocked)
    }
  }

  private let store: BookStore
  private let sql: TableSQL
  /// The rules.
  public let rules: [FieldRule]
  /// The own fields of the table that are read: those that the rules set or use, and the title's.
  private let fields: [Int]
  private let lists: [(rule: Int, parts: JoinedParts, change: ListChange)]
  private var watcher = Watcher()
  private var report = RuleReport()
  private let isOneStatement: Bool
  private var deadline: ContinuousClock.Instant?
  private var waiting: [RecordID] = []
  private var blocked: [RecordID] = []
  private var isLastPass = false
  private var total = 0
  private var made = Made()

  private struct Made {
    var outcomes: [RuleOutcome] = []
    var blocked: [RecordID] = []
    var left: [RecordID] = []
  }

  /// The rows per part, and the same for rows with photos or other blobs, which are in memory for the whole part.
  private static let (partSize, largePartSize) = (4_096, 128)
  private static let partBytes = 8 << 20
  /// The first part is small, because a user may be waiting to see it.
  private static let firstPartSize = 64

  /// Makes an engine; each rule starts from the row's original values.
  public init(_ rules: [FieldRule], of table: TableID, in store: BookStore) throws(StoreError) {
    (self.store, self.rules) = (store, rules)
    let sql = try store.database.sql(of: table)
    let needed = Set(rules.flatMap { [$0.field] + $0.rule.fields } + sql.schema.titleFields)
    self.sql = sql
    fields = needed.filter { $0 < sql.schema.fields.count }.sorted()
    var lists: [(rule: Int, parts: JoinedParts, change: ListChange)] = []
    for (index, rule) in rules.enumerated() {
      if case .parts(let change) = rule.rule,
        let parts = try JoinedParts(rule.field, of: table, in: store)
      {
        lists.append((index, parts, change))
      } else {
        try store.database.checkIsSettable(rule.field, of: table)
      }
    }
    self.lists = lists
    let database = store.database
    isOneStatement =
      lists.isEmpty && sql.schema.source == .table && database.reportsRows && !database.reacts(table)
  }

  /// Changes rows, or tries the changes, part by part; only one part is in memory.
  ///
  /// - Parameter expected: The digest of all rows when the person saw them, if they must be unchanged.
  /// - Throws: Why the run ended; in `straight` mode nothing has changed then. `conflict` if edits of these rows could not be
  ///   written before, `changedSince` if the digest differs.
  public func run(
    _ ids: [RecordID], _ mode: Mode = .straight, where isChosen: (RecordID) -> Bool = { _ in true },
    expecting expected: Int? = nil, _ watcher: Watcher = Watcher()
  ) throws(StoreError) -> RuleReport {
    let changed = ids.filter(isChosen)
    (self.watcher, report, total) = (watcher, RuleReport(), changed.count)
    (waiting, blocked, isLastPass, made) = (changed.reversed(), [], false, Made())
    deadline = nil
    switch mode {
    case .trial(let limit):
      if !store.isReadOnly {
        try writeFirst(changed)
        try tryOut(for: limit)
      }
      watcher.unlocked()
      while let part = nextPart() { try make(part, nil) }
    case .straight:
      try writeFirst(changed)
      try runForGood(ids, expected)
    case .throughRecords(let step): try changeRecords(changed, in: step)
    }
    return report
  }

  private func tryOut(for limit: Duration) throws(StoreError) {
    try store.rowEditor.tryOut { writer throws(StoreError) in
      let end = ContinuousClock.now + limit
      deadline = end
      while let part = nextPart() {
        try writer.recorder.record { () throws(StoreError) in try make(part, writer) }
        if ContinuousClock.now >= end { break }
      }
      note()
      report.untriedCount = waiting.count + blocked.count
      if report.untriedCount == 0 { try writer.database.checkForeignKeys() }
    }
    waiting += blocked.reversed()
    (blocked, isLastPass, deadline) = ([], true, nil)
  }

  private func runForGood(_ ids: [RecordID], _ expected: Int?) throws(StoreError) {
    let labels = lists.map(\.parts.label).joined(separator: ", ")
    let origin: StepOrigin? = lists.count == rules.count ? .listed(labels, of: "") : nil
    var expected = expected
    let next: () throws(StoreError) -> [RecordID]? = { () throws(StoreError) in
      // Inside the transaction, so that nothing can change before the first part.
      if let digest = expected, try self.digest(of: ids) != digest { throw .changedSince }
      expected = nil
      return self.nextPart()
    }
    try store.rowEditor.changeRows(from: origin, inParts: next) { (_) throws(StoreError) in
      nil
    } _: { part, writer throws(StoreError) in
      try make(part, writer)
    }
  }

  /// A number, comparable within one run of the program, that differs if a row's title or a field that the rules use differs.
  public func digest(of ids: [RecordID]) throws(StoreError) -> Int {
    var sum = 0
    for id in ids {
      if store.options.isUnwanted?() == true { throw .interrupted }
      var hasher = Hasher()
      hasher.combine(id)
      hasher.combine(try store.database.values(fields, of: id))
      for list in lists { hasher.combine(try list.parts.titles(of: id)) }
      sum &+= hasher.finalize()
    }
    return sum
  }

  /// Throws if unwritten edits remain in these rows, or in an affected joining table.
  private func writeFirst(_ ids: [RecordID]) throws(StoreError) {
    if store.rowEditor.records.dirty.isEmpty { return }
    let result = store.writeBack()
    let dirty = store.rowEditor.records.dirty
    let (rows, tables) = (Set(ids), Set(lists.flatMap(\.parts.tables)))
    func isMeant(_ id: RecordID) -> Bool { rows.contains(id) || tables.contains(id.table) }
    guard dirty.contains(where: { isMeant($0.id) }) else { return }
    throw result.error ?? result.failures.first { isMeant($0.id) }?.error ?? .conflict
  }

  // MARK: Parts

  private func nextPart() -> [RecordID]? {
    note()
    if waiting.isEmpty, !isLastPass {
      // In reverse, because ascending numbers make way from the last one.
      (waiting, blocked, isLastPass) = (blocked, [], true)
    }
    guard !waiting.isEmpty else { return nil }
    let isFirst = waiting.count == total && !isLastPass
    let size = isFirst ? Self.firstPartSize : sql.bytesFields.isEmpty ? Self.partSize : Self.largePartSize
    let part = Array(waiting.suffix(size).reversed())
    waiting.removeLast(part.count)
    watcher.progress(total == 0 ? 1 : Double(total - waiting.count - part.count) / Double(total))
    return part
  }

  private func note() {
    for outcome in made.outcomes {
      report.note(outcome)
      watcher.onRow(outcome)
    }
    blocked += made.blocked
    waiting += made.left
    made = Made()
  }

  private func make(_ part: [RecordID], _ writer: RowWriter?) throws(StoreError) {
    made = Made()
    var byteCount = 0
    for (place, id) in part.enumerated() {
      let isLate = place > 0 && deadline.map { ContinuousClock.now >= $0 } ?? false
      if isLate || byteCount > Self.partBytes { return made.left = part[place...].reversed() }
      if store.options.isUnwanted?() == true { throw .interrupted }
      guard let held = try store.database.values(fields, of: id) else {
        made.outcomes.append(RuleOutcome(id: id, title: .null, before: [], result: .gone))
        continue
      }
      var plans: [Int: JoinedParts.Plan] = [:]
      for list in lists { plans[list.rule] = try list.parts.plan(list.change, of: id) }
      var outcome = self.outcome(
        of: id, held, lists: plans.mapValues { (Self.value($0.before), Self.value($0.after)) })
      byteCount += Self.byteCount(outcome)
      if let writer, case .changed(let new) = outcome.result {
        if let refusal = try write(new, plans, outcome, writer) {
          if !isLastPass, refusal.isOfUniqueValue {
            made.blocked.append(id)
            continue
          }
          outcome.result = .refused(.store(refusal))
        } else if !isOneStatement {
          outcome.result = try result(of: outcome, new, plans)
        }
      }
      made.outcomes.append(outcome)
    }
  }

  private func outcome(
    of id: RecordID, _ held: [Value], lists: [Int: (before: Value, after: Value)]
  ) -> RuleOutcome {
    let values = Dictionary(uniqueKeysWithValues: zip(fields, held))
    let before = rules.indices.map { lists[$0]?.before ?? values[rules[$0].field] ?? .null }
    var outcome = RuleOutcome(id: id, title: title(values), before: before, result: .same)
    var after: [Value] = []
    for (index, rule) in rules.enumerated() {
      do throws(RuleRefusal) {
        if let list = lists[index] {
          after.append(list.after)
        } else {
          let new = try rule.rule.value(of: rule.field, in: sql.schema, values)
          after.append(new == before[index] ? new : new.stored(in: sql.schema.fields[rule.field].affinity))
        }
      } catch {
        outcome.result = .refused(.rule(error, field: rule.field))
        return outcome
      }
    }
    if after != before { outcome.result = .changed(after) }
    return outcome
  }

  private func title(_ values: [Int: Value]) -> Value {
    sql.schema.titleFields.count == 1
      ? values[sql.schema.titleIndex] ?? .null
      : sql.schema.title(of: sql.schema.fields.indices.map { values[$0] ?? .null })
  }

  private func result(
    of outcome: RuleOutcome, _ new: [Value], _ plans: [Int: JoinedParts.Plan]
  ) throws(StoreError) -> RuleOutcome.Result {
    guard let held = try store.database.values(fields, of: outcome.id) else { return .removed }
    let values = Dictionary(uniqueKeysWithValues: zip(fields, held))
    return .changed(new.indices.map { plans[$0] == nil ? values[rules[$0].field] ?? .null : new[$0] })
  }

  // MARK: Records

  private func changeRecords(_ ids: [RecordID], in step: EditStep) throws(StoreError) {
    // Joining-table lists need no record.
    let kept = lists.count == rules.count ? ids : try setRecords(ids, in: step)
    for list in lists { report.partCount += try list.parts.make(list.change, in: kept, step) }
    // Edits that only memory has must never become many.
    if store.unsafeCount > 0, let error = store.writeBack().error { throw error }
  }

  private func setRecords(_ ids: [RecordID], in step: EditStep) throws(StoreError) -> [RecordID] {
    // A row that fails here is read individually, which gives the reason.
    try? store.shelf.hydrate(ids)
    var kept: [RecordID] = []
    var groups: [(new: [Value], ids: [RecordID])] = []
    var places: [[Value]: Int] = [:]
    for id in ids {
      let outcome = try outcomeInMemory(of: id)
      report.note(outcome)
      switch outcome.result {
      case .changed(let new):
        kept.append(id)
        if let place = places[new] {
          groups[place].ids.append(id)
        } else {
          places[new] = groups.count
          groups.append((new, [id]))
        }
      case .same: kept.append(id)
      case .removed, .refused, .gone: break
      }
    }
    for (new, ids) in groups { try set(new, of: ids, in: step) }
    return kept
  }

  private func set(_ new: [Value], of ids: [RecordID], in step: EditStep) throws(StoreError) {
    for (index, rule) in rules.enumerated() where !lists.contains(where: { $0.rule == index }) {
      try store.set(new[index], at: rule.field, ofEach: ids, in: step)
    }
  }

  private func outcomeInMemory(of id: RecordID) throws(StoreError) -> RuleOutcome {
    var held: [Value] = []
    do throws(StoreError) {
      for field in fields { held.append(try store.shelf.read(field, of: id)) }
    } catch {
      guard error == .rowGone else { throw error }
      return RuleOutcome(id: id, title: .null, before: [], result: .gone)
    }
    let unchanged = Dictionary(uniqueKeysWithValues: lists.map { ($0.rule, (Value.null, Value.null)) })
    return outcome(of: id, held, lists: unchanged)
  }

  private static func byteCount(_ outcome: RuleOutcome) -> Int {
    var values = outcome.before
    if case .changed(let new) = outcome.result { values += new }
    return values.reduce(0) { $0 + $1.payloadByteCount }
  }

  private static func value(_ titles: [String]) -> Value {
    titles.isEmpty ? .null : .text(Text(titles.joined(separator: "; ")))
  }

  // MARK: Rows

  private func write(
    _ new: [Value], _ plans: [Int: JoinedParts.Plan], _ outcome: RuleOutcome, _ writer: RowWriter
  ) throws(StoreError) -> StoreError? {
    let places = new.indices.filter { new[$0] != outcome.before[$0] && plans[$0] == nil }
    let changed = places.map { rules[$0].field }
    let refusal = try writer.refusal(isWhole: isOneStatement) { () throws(StoreError) in
      if !changed.isEmpty { try writer.set(changed, to: places.map { new[$0] }, of: outcome.id) }
      for list in lists {
        if let plan = plans[list.rule] { _ = try list.parts.make(plan, writer) }
      }
    }
    return refusal.map { error in
      let cells = zip(changed, places).map {
        Change.Cell(column: sql.schema.fields[$0].column, value: new[$1])
      }
      return store.constraints.explained(error, inserting: cells, sql)
    }
  }
}

extension StoreError {
  fileprivate var isOfUniqueValue: Bool {
    switch self {
    case .notUnique: true
    case .constraint(let message): message.hasPrefix("UNIQUE")
    default: false
    }
  }
}

/// The outcome of rules for a row.
public struct RuleOutcome: Hashable, Sendable {
  /// Whether the row was changed, left alone or refused.
  public enum Result: Hashable, Sendable {
    case changed([Value])
    /// The row was changed, and a trigger then deleted it.
    case removed
    case same
    case refused(Refusal)
    case gone
  }

  /// Why a row cannot take a value.
  public enum Refusal: Hashable, Sendable {
    /// The rule makes no value for the row, or the field, an index in the schema, does not accept it.
    case rule(RuleRefusal, field: Int)
    case store(StoreError)
  }

  /// The row.
  public let id: RecordID
  /// Its title before the change.
  public let title: Value
  /// The old values, in the order of the rules.
  public let before: [Value]
  /// Whether the row was changed, left alone or refused.
  public internal(set) var result: Result
}

/// How many rows a rule has changed, and which rows could not take the new value.
public struct RuleReport: Hashable, Sendable {
  /// How many rows were changed, including those that a trigger then deleted.
  public private(set) var changedCount = 0
  /// How many rows already held the values.
  public private(set) var sameCount = 0
  /// How many rows could not take a value.
  public private(set) var refusedCount = 0
  /// How many rows no longer existed.
  public private(set) var goneCount = 0
  /// How many rows were not tried in the database, because a trial ended before; the other counts include them.
  public internal(set) var untriedCount = 0
  /// How many rows of joining tables were inserted or deleted, if the rules went through records.
  public internal(set) var partCount = 0
  /// The first rows that could not take a value, without what they hold.
  public private(set) var refused: [RuleOutcome] = []

  private static let refusedLimit = 1_000

  /// The total number of rows.
  public var count: Int { changedCount + sameCount + refusedCount + goneCount }

  /// Whether rows were refused, each because its field does not accept the value.
  public var isOfInvalidValue: Bool {
    !refused.isEmpty
      && refused.allSatisfy { if case .refused(.rule(.value, _)) = $0.result { true } else { false } }
  }

  mutating func note(_ outcome: RuleOutcome) {
    switch outcome.result {
    case .changed, .removed: changedCount += 1
    case .same: sameCount += 1
    case .gone: goneCount += 1
    case .refused:
      refusedCount += 1
      if refused.count < Self.refusedLimit {
        refused.append(RuleOutcome(id: outcome.id, title: outcome.title, before: [], result: outcome.result))
      }
    }
  }
}
