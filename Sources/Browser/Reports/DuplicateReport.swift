import BookStore
import Queries
import Records
import Screens

final class DuplicateReport: Report<DuplicateRun> {
  private static let comparedCount = 20

  private let runner: WorkRunner
  /// A restarted search shows even the same result, because groups may have left the screen.
  private var hasBegunAgain = false
  private var calls = DifferentCalls()
  private var asked: [Merge] = []

  init(_ workspace: Workspace, _ runner: WorkRunner) {
    self.runner = runner
    super.init(.duplicates, workspace)
  }

  private var store: BookStore { workspace.store }

  func perform(_ effect: DuplicateEffect) throws(StoreError) {
    switch effect {
    case .open: try open()
    case .compare(let ids): try compare(ids)
    case .compareMarked(let rows): try compare(marked: rows)
    case .ask(let merge): try ask(merge)
    case .merge(let merge): try self.merge(merge)
    case .findAlike: findAlike()
    case .mergeAlike: runner.begin(merging(asked))
    case .callDifferent(let ids): try callDifferent(ids)
    }
  }

  private func open() throws(StoreError) {
    guard !workspace.lists.isEmpty else { return }
    guard !workspace.stack.needs.shows(.duplicates) else {
      return workspace.stack.message = BrowserWording.duplicatesAreOpen
    }
    let selection = try selectRows()
    begin(try selection.startDuplicates(in: store))
    workspace.stack.openDuplicates(selection.schema)
  }

  override func name(_ run: DuplicateRun) -> String { BrowserWording.findingDuplicates }
  override var isShown: Bool { workspace.stack.needs.shows(.duplicates) }
  override var showsSame: Bool { hasBegunAgain }

  override func mayReadAgain() -> Bool {
    workspace.stack.mode == .duplicates && runner.work == nil && (try? writeBack()) != nil
  }

  override func startAgain() {
    if reader != nil { hasBegunAgain = true }
    super.startAgain()
  }

  override func show(_ result: DuplicateList, of run: DuplicateRun) {
    hasBegunAgain = false
    workspace.stack.receive(.duplicates(result))
  }

  override func wasCancelled() {
    if shown == nil { workspace.stack.receive(.duplicates(DuplicateList(isComplete: false))) }
  }

  override func wasClosed() { asked = [] }

  private func compare(_ ids: [RecordID]) throws(StoreError) {
    try writeBack()
    guard ids.count <= Self.comparedCount else {
      return workspace.stack.message = BrowserWording.tooManyToCompare(Self.comparedCount)
    }
    workspace.stack.openMerge(try store.merging.sheet(of: ids))
  }

  private func compare(marked rows: RowSet) throws(StoreError) {
    guard case .rows(let ids) = rows, ids.count > 1 else {
      return workspace.stack.message = BrowserWording.markToMerge
    }
    try compare(ids.sorted { ($0.rowid ?? 0) < ($1.rowid ?? 0) })
  }

  private func ask(_ merge: Merge) throws(StoreError) {
    let schema = try store.schema(of: merge.ids[0].table)
    do throws(StoreError) {
      let count = try store.merging.count([merge])
      workspace.stack.receive(.alert(MergeQuestion.asking(merge, count, schema)))
    } catch {
      try lookAgain(error, merge.ids)
    }
  }

  private func merge(_ merge: Merge) throws(StoreError) {
    let schema = try store.schema(of: merge.ids[0].table)
    do throws(StoreError) {
      var count = MergeCount()
      try workspace.focus.keepingSelection { () throws(StoreError) in
        count = try store.merging.merge([merge])
      }
      for id in merge.ids.dropFirst() { workspace.stack.receive(.deleted(id)) }
      workspace.stack.receive(.deletedRows(.rows(Set(merge.ids.dropFirst()))))
      workspace.stack.receive(.settledDuplicates(Set(merge.ids)))
      workspace.lookAgain(atCovers: true)
      workspace.stack.message = Message(MergeWording.merged(count, schema) + " " + BrowserWording.canUndo)
    } catch {
      try lookAgain(error, merge.ids)
    }
  }

  private func lookAgain(_ error: StoreError, _ ids: [RecordID]) throws(StoreError) {
    guard error == .changedSince || error == .rowGone else { throw error }
    workspace.stack.receive(.settledDuplicates(Set(ids)))
    if error == .changedSince { try compare(ids) }
    workspace.stack.message = BrowserWording.changedBeforeMerge
  }

  private func callDifferent(_ ids: [RecordID]) throws(StoreError) {
    try store.noteDifferent(ids)
    calls.note(ids, at: try store.history.place())
    settleDifferent(ids)
  }

  private func settleDifferent(_ ids: [RecordID]) {
    workspace.stack.receive(.settledDuplicates(Set(ids)))
    // An earlier search misses this change, and so does a result that is not on screen yet.
    if let reader, reader.isWorking || hasBegunAgain { startAgain() }
    workspace.stack.message = BrowserWording.calledDifferent
  }

  func reverseCall(isRedo: Bool) throws(StoreError) -> Bool {
    guard let ids = try calls.reverse(isRedo: isRedo, store.history) else { return false }
    try store.noteDifferent(ids, areDifferent: isRedo)
    if isRedo {
      settleDifferent(ids)
    } else {
      startAgain()
      workspace.stack.message = BrowserWording.notCalledDifferent
    }
    return true
  }

  private func findAlike() {
    guard let shown else { return }
    let groups = shown.groups.map(\.ids)
    var merges: [Merge] = []
    let job = EachJob(groups.count) { [workspace] place throws(StoreError) in
      do throws(StoreError) {
        let sheet = try workspace.store.merging.sheet(of: groups[place])
        if sheet.differing.isEmpty { merges.append(sheet.merge) }
      } catch {
        guard error == .rowGone else { throw error }
      }
    }
    runner.begin(
      Work(name: "Comparing", job: job, asksBeforeLeaving: false) { [unowned self] end in
        if workspace.notices.isDone(end) { ask(alike: merges) }
      })
  }

  /// Merges in one step; leaves out groups that have changed or that the database refuses to merge.
  private func merging(_ merges: [Merge]) -> Work {
    let step = store.beginStep(from: origin(of: merges))
    var (count, leftCount) = (MergeCount(), 0)
    let job = EachJob(merges.count) { [workspace] place throws(StoreError) in
      do throws(StoreError) {
        count.add(try workspace.store.merging.merge([merges[place]], in: step))
      } catch {
        if error == .busy || error == .full || error == .readOnly { throw error }
        leftCount += 1
      }
    }
    return Work(name: "Merging", job: job) { [unowned self] end in
      let ids = merges.prefix(job.place).map(\.ids)
      workspace.focus.seekSelectedAgain()
      workspace.stack.receive(.deletedRows(.rows(Set(ids.flatMap { $0.dropFirst() }))))
      workspace.stack.receive(.settledDuplicates(Set(ids.flatMap(\.self))))
      workspace.lookAgain(atCovers: true)
      guard let schema = merges.first.flatMap({ try? store.schema(of: $0.ids[0].table) }) else { return }
      let done = MergeWording.merged(count, schema)
      workspace.stack.message = BrowserWording.merged(done, leftCount: leftCount)
      if let error = end.error {
        workspace.stack.message = .problem("\(done) \(workspace.notices.sentence(error, in: schema))")
      }
    }
  }

  private func origin(of merges: [Merge]) -> StepOrigin? {
    guard let id = merges.first?.ids.first, let schema = try? store.schema(of: id.table) else { return nil }
    let title = (try? store.rowEditor.identities.shownTitle(of: id)) ?? .null
    let more = merges.count > 1 ? " and \(Wording.number(merges.count - 1)) more" : ""
    return .merged(schema.text(ofTitle: title) + more)
  }

  private func ask(alike merges: [Merge]) {
    asked = merges
    guard let table = merges.first?.ids.first?.table, let schema = try? store.schema(of: table) else {
      return workspace.stack.message = BrowserWording.noneAlike
    }
    workspace.stack.receive(
      .alert(
        MergeQuestion.askingAlike(
          groups: merges.count, rows: merges.reduce(0) { $0 + $1.ids.count }, schema)))
  }
}

/// The calls that rows are different, so that `u` and `^R` reverse them, too.
private struct DifferentCalls {
  private struct Call {
    let ids: [RecordID]
    let place: History.Place
  }

  private var made: [Call] = []
  private var takenBack: [Call] = []

  mutating func note(_ ids: [RecordID], at place: History.Place) {
    made.append(Call(ids: ids, place: place))
    takenBack = []
  }

  /// Nil if a step of the edit log comes first.
  mutating func reverse(isRedo: Bool, _ history: History) throws(StoreError) -> [RecordID]? {
    guard let last = isRedo ? takenBack.last : made.last else { return nil }
    let call = Call(ids: last.ids, place: try history.place())
    if isRedo {
      guard call.place == last.place else { return nil }
      takenBack.removeLast()
      made.append(call)
    } else {
      guard call.place.depth == last.place.depth else { return nil }
      made.removeLast()
      takenBack.append(call)
    }
    return last.ids
  }
}

private final class EachJob: Job {
  private let count: Int
  private let body: (Int) throws(StoreError) -> Void
  private(set) var place = 0

  init(_ count: Int, _ body: @escaping (Int) throws(StoreError) -> Void) {
    (self.count, self.body) = (count, body)
  }

  var fraction: Double { Double(place) / Double(max(1, count)) }

  func step() throws(StoreError) -> Bool {
    guard place < count else { return false }
    try body(place)
    place += 1
    return place < count
  }
}
