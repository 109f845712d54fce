import Cells
import Screens

/// Statements that the loop has to wait for: a view, a trigger or a computed column of the database may never end.
extension Browser {
  /// Looks at what comes from the terminal while one runs; true where the person or a signal ends it.
  ///
  /// Keys are kept for later, unless Esc says that nothing of it is wanted any more. Once the program has to end, a statement has
  /// two seconds.
  ///
  /// - Parameter seconds: How long it has run.
  func isStatementUnwanted(after seconds: Double) -> Bool {
    if mustEnd { return seconds > 2 }
    stack.receive(
      .progress(WorkProgress(Wording.takesLong, isCancellable: true, isCancellableAnywhere: true)))
    terminal.draw(stack.frame())
    var isUnwanted = false
    while !isUnwanted, let event = terminal.nextEvent(timeout: .zero) {
      switch event {
      case .key(.escape), .key(.control("c")):
        isUnwanted = true
        delayedEvents.removeAll(where: \.isTyped)
      case .closed, .signal(.terminate), .signal(.hangUp), .signal(.interrupt):
        isUnwanted = true
        delayedEvents.append(event)
      case .resized(let size): stack.resize(size)
      // Of threads that have news one word is enough.
      case .woken: if !delayedEvents.contains(.woken) { delayedEvents.append(event) }
      default: delayedEvents.append(event)
      }
    }
    return isUnwanted
  }

  /// The next event, of those first that came while a statement ran.
  func nextEvent() -> Event? {
    delayedEvents.isEmpty ? terminal.nextEvent(timeout: timeout) : delayedEvents.removeFirst()
  }

  /// Has the store's statements end when somebody asks for it.
  func watchStatements() {
    store.onLongStatement { [weak self] in self?.isStatementUnwanted(after: $0) ?? false }
  }
}

extension Event {
  /// Whether the person typed or pasted it.
  fileprivate var isTyped: Bool {
    switch self {
    case .key, .paste, .pasteCut: true
    default: false
    }
  }
}
