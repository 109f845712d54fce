import BookStore
import Foundation

/// Edits, inserts, deletes, warnings and quits during which something fails, and a look at what is there afterwards.
struct FaultScript {
  private let fault: Fault
  private let bookcase: Bookcase

  init(_ fault: Fault, in folder: String) throws {
    self.fault = fault
    bookcase = try Bookcase(
      in: folder, count: 6, hasWriteAheadLog: fault.hasWriteAheadLog, reacts: fault.reacts)
  }

  private static let steps: [Step] = [
    .set(1, field: 1, "a"), .set(2, field: 0, "b"), .set(3, field: 1, "c"), .warn, .set(1, field: 1, "d"),
    .insert(nil, ["new", "row"]), .delete(4), .set(2, field: 1, "e"), .undo, .writeBack,
    .set(5, field: 0, String(repeating: "long", count: 3_000)), .set(5, field: 1, "f"), .reopen,
    .set(6, field: 1, "g"), .set(6, field: 0, "h"), .delete(1), .set(3, field: 1, "i"),
  ]

  private var steps: [Step] { Self.steps + (fault.isAbandoned ? [] : [.writeBack]) }

  /// Runs the script with the fault and looks at what is left; answers how often something has failed.
  func run(_ tally: inout Tally) throws -> Int {
    defer { bookcase.remove() }
    var states = DatabaseStates(try bookcase.rows(), reacts: fault.reacts)
    var shelf = Shelf(states.shown)
    if !fault.isAllocation { fault.begin() }
    play(&shelf, &states, &tally)
    let hits = fault.end()
    tally.faults += hits
    tally.scripts += 1
    tally.lost += try look(shelf, states, &tally).map { "\(fault): \($0)" }
    return hits
  }

  private func play(_ shelf: inout Shelf, _ states: inout DatabaseStates, _ tally: inout Tally) {
    let player = Player(bookcase)
    do {
      try player.open()
    } catch {
      // Who cannot open the database tries once more.
      do { try player.open() } catch { return }
    }
    for (index, step) in steps.enumerated() {
      if index == 1, fault.isAllocation { fault.begin() }
      let wasLogged = player.isLogged
      let outcome = player.play(step)
      states.note(step, outcome, isLogged: player.isLogged)
      switch outcome {
      case .accepted(let done):
        tally.accepted += 1
        shelf.note(done, isCertain: true)
      case .unsaved, .refused: shelf.note(step, isCertain: false)
      }
      guard step == .undo || step == .reopen else { continue }
      let rows = player.shownRows()
      states.see(rows, isLogged: player.isLogged)
      if step != .undo { continue }
      // What is seen is kept only where there is a log; one that has just failed leaves a doubt.
      if player.isLogged {
        shelf.note(seen: rows)
      } else if wasLogged {
        shelf.note(.undo, isCertain: false)
      }
    }
  }

  /// What is not as it must be.
  private func look(_ shelf: Shelf, _ states: DatabaseStates, _ tally: inout Tally) throws -> [String] {
    do {
      let rows = try bookcase.rows()
      if let damage = try bookcase.damage() { tally.wrong.append("\(fault): \(damage)") }
      if !states.contain(rows) { tally.wrong.append("\(fault): half a transaction: \(rows)") }
      let store = try bookcase.store(waiting: .zero)
      if try store.recovery.findAbandoned() != nil {
        tally.restorations += 1
        _ = try store.recovery.restore()
      }
      return shelf.losses(in: try store.shownRows(), conflicts: store.conflictingTexts)
    } catch {
      return ["cannot be opened and restored: \(error)"]
    }
  }
}

extension BookStore {
  /// Both sides of each field in conflict.
  var conflictingTexts: [Shelf.Place: Set<String>] {
    var texts: [Shelf.Place: Set<String>] = [:]
    for conflict in conflicts.all {
      guard let field = Bookcase.fields.firstIndex(of: conflict.field) else { continue }
      texts[Shelf.Place(id: conflict.id.rowid ?? 0, field: field)] = [
        conflict.mine.plainText, conflict.theirs.plainText,
      ]
    }
    return texts
  }
}

/// What the database may hold: each transaction that ended well makes it one state, each that did not leaves a choice.
struct DatabaseStates {
  private var states: Set<Shelf.Rows>
  /// What the person sees.
  private(set) var shown: Shelf.Rows
  /// Whether a write-back was cut in a way that this does not follow.
  private var isUnknown = false
  /// Whether a step writes the edits of the step before, and an undo writes at once, because triggers follow edits.
  private let reacts: Bool

  init(_ rows: Shelf.Rows, reacts: Bool) {
    states = [rows]
    (shown, self.reacts) = (rows, reacts)
  }

  func contain(_ rows: Shelf.Rows) -> Bool { isUnknown || states.contains(rows) }

  /// Notes what the person sees where that cannot be told from the step; nil where it cannot be seen.
  mutating func see(_ rows: Shelf.Rows?, isLogged: Bool) {
    guard let rows else { return isUnknown = true }
    shown = rows
    if !isLogged || reacts { states.insert(rows) }
  }

  /// Notes what became of a step; what is not logged is written at once, or was to be.
  mutating func note(_ step: Step, _ outcome: Player.Outcome, isLogged: Bool) {
    if reacts { states.insert(shown) }
    switch (step, outcome) {
    case (.set(let id, let field, let value), .accepted), (.set(let id, let field, let value), .unsaved):
      shown[id]?[field] = value
      if !isLogged { states.insert(shown) }
    case (.insert(_, let values), .accepted(.insert(let id?, _))):
      change(isCertain: true) { $0[id] = values }
    case (.insert(_, let values), _):
      let id = (shown.keys.max() ?? 0) + 1
      change(isCertain: false) { $0[id] = values }
    case (.delete(let id), .accepted): change(isCertain: true) { $0[id] = nil }
    case (.delete(let id), _): change(isCertain: false) { $0[id] = nil }
    case (.undo, .accepted), (.redo, .accepted): break
    case (.undo, _), (.redo, _): isUnknown = true
    case (.writeBack, .accepted), (.warn, .accepted), (.reopen, .accepted): states = [shown]
    case (.writeBack, _), (.warn, _), (.reopen, _): states.insert(shown)
    case (.set, _): break
    }
  }

  private mutating func change(isCertain: Bool, _ body: (inout Shelf.Rows) -> Void) {
    let changed = states.map { state in
      var state = state
      body(&state)
      return state
    }
    states = isCertain ? Set(changed) : states.union(changed)
    if isCertain { body(&shown) }
  }
}
