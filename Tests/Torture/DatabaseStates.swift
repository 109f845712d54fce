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
