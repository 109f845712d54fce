import EditLog
import Listings
import Queries
import Records
import SQLite
import Tables

/// Changes fields of many rows by rules, in one transaction and as one step of the edit log.
///
/// A row takes the new values of all fields or of none. Records and lists are not updated: the store has to be opened again, or
/// be the caller's own.
public final class RuleChange {
  /// What is watched while it runs.
  public struct Watcher {
    /// Receives what becomes of each row; a later failure takes all of it back.
    public var onRow: (RuleOutcome) -> Void
    /// Receives how much of the rows is done.
    public var progress: (Double) -> Void

    /// Makes one that does nothing by default.
    public init(
      onRow: @escaping (RuleOutcome) -> Void = { _ in }, progress: @escaping (Double) -> Void = { _ in }
    ) {
      (self.onRow, self.progress) = (onRow, progress)
    }
  }

  private let store: BookStore
  private let sql: TableSQL
  private let evaluation: RuleEvaluation
  /// The lists of joining tables that rules change, with the index of the rule.
  private let lists: [(rule: Int, parts: JoinedParts, change: ListChange)]
  /// The rules.
  public var rules: [FieldRule] { evaluation.rules }
  private var watcher = Watcher()
  private var report = RuleReport()
  /// Whether a row is changed by one statement to which nothing reacts.
  private let isOneStatement: Bool
  /// Whether nothing is written, not even to be taken back.
  private var isDry = false
  /// The rows that are not done yet, from the last one on.
  private var waiting: [RecordID] = []
  /// The rows that another one stood in the way of, which may have made way since.
  private var blocked: [RecordID] = []
  private var isLastPass = false
  private var total = 0
  /// What has become of the rows of the last part.
  private var made: (outcomes: [RuleOutcome], blocked: [RecordID]) = ([], [])

  /// How many rows are done at once, and the same if they have photos or other bytes, which are in memory until then.
  private static let (partSize, largePartSize) = (4_096, 128)
  /// A part ends once its values have so many bytes.
  private static let partBytes = 8 << 20
  /// The first rows, which somebody may be waiting to see.
  private static let firstPartSize = 64

  /// Makes a change of a store's table.
  ///
  /// - Parameters:
  ///   - rules: The rules, each of which works with what the row holds before any of them.
  ///   - table: The table.
  ///   - store: The store.
  /// - Throws: Why a field cannot be set.
  public init(_ rules: [FieldRule], of table: TableID, in store: BookStore) throws(StoreError) {
    self.store = store
    sql = try store.database.sql(of: table)
    evaluation = RuleEvaluation(rules, sql.schema)
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

  /// Changes rows, or finds out what would become of them.
  ///
  /// - Parameters:
  ///   - ids: The rows.
  ///   - isTrial: Whether to take everything back; in a database that cannot be written, constraints are not tried out.
  ///   - isChosen: Whether a row is to be changed.
  ///   - expected: The digest of all of the rows when somebody looked at them, if they must still hold the same.
  ///   - watcher: What is watched.
  /// - Complexity: O(*n*) in the rows; one part of them is in memory.
  /// - Throws: Why nothing was changed; `conflict` if there are edits that could not be written before,
  ///   `changedSince` if the rows do not hold what is expected.
  public func run(
    _ ids: [RecordID], isTrial: Bool = false, where isChosen: (RecordID) -> Bool = { _ in true },
    expecting expected: Int? = nil, _ watcher: Watcher = Watcher()
  ) throws(StoreError) -> RuleReport {
    let changed = ids.filter(isChosen)
    (self.watcher, report, total) = (watcher, RuleReport(), changed.count)
    (waiting, blocked, isLastPass, made) = (changed.reversed(), [], false, ([], []))
    isDry = isTrial && store.isReadOnly
    if isDry {
      while let part = nextPart() { try make(part, nil) }
    } else if isTrial {
      try prepare()
      try store.rowEditor.tryOut { writer throws(StoreError) in
        while let part = nextPart() { try make(part, writer) }
      }
    } else {
      try prepare()
      try runForGood(ids, expected)
    }
    return report
  }

  private func runForGood(_ ids: [RecordID], _ expected: Int?) throws(StoreError) {
    let labels = lists.map(\.parts.label).joined(separator: ", ")
    let origin: StepOrigin? = lists.count == rules.count ? .listed(labels, of: "") : nil
    var expected = expected
    let next: () throws(StoreError) -> [RecordID]? = { () throws(StoreError) in
      // In the transaction, so that nothing can change between this and the first part.
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

  /// A number that differs if a row holds something else in a field that the rules set or take, or in its title.
  ///
  /// It is comparable only within one run of the program, and does not depend on the order of the rows.
  ///
  /// - Complexity: O(*n*) in the rows, each of which is read.
  /// - Throws: Why the rows cannot be read.
  public func digest(of ids: [RecordID]) throws(StoreError) -> Int {
    var sum = 0
    for id in ids {
      if store.options.isUnwanted?() == true { throw .interrupted }
      var hasher = Hasher()
      hasher.combine(id)
      hasher.combine(try store.database.values(evaluation.fields, of: id))
      for list in lists { hasher.combine(try list.parts.titles(of: id)) }
      sum &+= hasher.finalize()
    }
    return sum
  }

  private func prepare() throws(StoreError) {
    let result = store.writeBack()
    if !result.isComplete { throw result.reason ?? .conflict }
  }

  // MARK: Parts

  /// The next rows; nil after the last ones.
  private func nextPart() -> [RecordID]? {
    note()
    if waiting.isEmpty, !isLastPass {
      // From the last one on, since numbers that are counted up make way from there.
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

  /// Notes what has become of the last part.
  private func note() {
    for outcome in made.outcomes {
      report.note(outcome)
      watcher.onRow(outcome)
    }
    blocked += made.blocked
    made = ([], [])
  }

  private func make(_ part: [RecordID], _ writer: RowWriter?) throws(StoreError) {
    made = ([], [])
    var byteCount = 0
    for (place, id) in part.enumerated() {
      if byteCount > Self.partBytes { return waiting += part[place...].reversed() }
      if store.options.isUnwanted?() == true { throw .interrupted }
      guard let held = try store.database.values(evaluation.fields, of: id) else {
        made.outcomes.append(RuleOutcome(id: id, title: .null, before: [], result: .gone))
        continue
      }
      var plans: [Int: JoinedParts.Plan] = [:]
      for list in lists { plans[list.rule] = try list.parts.plan(list.change, of: id) }
      var outcome = evaluation.outcome(
        of: id, held, lists: plans.mapValues { (Self.value($0.before), Self.value($0.after)) })
      byteCount += Self.byteCount(outcome)
      if let writer, case .changed(let new) = outcome.result {
        guard let refusal = try write(new, plans, outcome, writer) else {
          made.outcomes.append(outcome)
          continue
        }
        if !isLastPass, refusal.isOfUniqueValue {
          made.blocked.append(id)
          continue
        }
        outcome.result = .refused(.store(refusal))
      }
      made.outcomes.append(outcome)
    }
  }

  private static func byteCount(_ outcome: RuleOutcome) -> Int {
    var values = outcome.before
    if case .changed(let new) = outcome.result { values += new }
    return values.reduce(0) { $0 + $1.payloadByteCount }
  }

  /// A list of titles as it is shown.
  private static func value(_ titles: [String]) -> Value {
    titles.isEmpty ? .null : .text(Text(titles.joined(separator: "; ")))
  }

  // MARK: Rows

  /// Writes the new values of a row; returns why it cannot take them.
  private func write(
    _ new: [Value], _ plans: [Int: JoinedParts.Plan], _ outcome: RuleOutcome, _ writer: RowWriter
  ) throws(StoreError) -> StoreError? {
    let places = new.indices.filter { new[$0] != outcome.before[$0] && plans[$0] == nil }
    let fields = places.map { evaluation.rules[$0].field }
    let refusal = try writer.refusal(isWhole: isOneStatement) { () throws(StoreError) in
      if !fields.isEmpty { try writer.set(fields, to: places.map { new[$0] }, of: outcome.id) }
      for list in lists {
        if let plan = plans[list.rule] { _ = try list.parts.make(plan, writer) }
      }
    }
    return refusal.map { error in
      let cells = zip(fields, places).map {
        LoggedChange.Cell(column: sql.schema.fields[$0].column, value: new[$1])
      }
      return store.constraints.explained(error, inserting: cells, sql)
    }
  }
}

extension StoreError {
  /// Whether another row holds the same unique value.
  fileprivate var isOfUniqueValue: Bool {
    switch self {
    case .notUnique: true
    case .constraint(let message): message.hasPrefix("UNIQUE")
    default: false
    }
  }
}
