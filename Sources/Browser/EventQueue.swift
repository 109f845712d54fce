import BookStore
import Cells
import Screens

/// The events of the terminal, also of the time in which the loop waits for a statement: a view, a trigger or a computed
/// column of the database may never end.
final class EventQueue {
  private let workspace: Workspace
  /// What came from the terminal while a statement ran.
  private var delayed: [Event] = []
  /// Whether a signal or the end of the terminal has said that the program must end.
  private var isEnding = false

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// The next event; those that came while a statement ran are first.
  func next(timeout: Duration?) -> Event? {
    delayed.isEmpty ? workspace.terminal.nextEvent(timeout: timeout) : delayed.removeFirst()
  }

  /// Has the statements of the open store end when the person or a signal asks for it.
  func watchStatements() {
    workspace.store.onLongStatement { [weak self] in self?.isStatementUnwanted(after: $0) ?? false }
  }

  /// Gives every statement only two more seconds, because the program must end.
  func startEnding() { isEnding = true }

  /// Looks at what comes from the terminal while a statement runs; true if the person or a signal ends it.
  ///
  /// Keys are kept for later; Esc drops those that were typed before it.
  ///
  /// - Parameter seconds: How long the statement has run.
  private func isStatementUnwanted(after seconds: Double) -> Bool {
    if isEnding { return seconds > 2 }
    workspace.stack.receive(
      .progress(WorkProgress(StoreWording.takesLong, isCancellable: true, isCancellableAnywhere: true)))
    workspace.terminal.draw(workspace.stack.frame())
    var isUnwanted = false
    while !isUnwanted, let event = workspace.terminal.nextEvent(timeout: .zero) {
      switch event {
      case .key(.escape), .key(.control("c")):
        isUnwanted = true
        delayed.removeAll(where: \.isTyped)
      case .closed, .signal(.terminate), .signal(.hangUp), .signal(.interrupt):
        isUnwanted = true
        delayed.append(event)
      case .resized(let size): workspace.stack.resize(size)
      // However many threads have news, one event is enough.
      case .woken: if !delayed.contains(.woken) { delayed.append(event) }
      default: delayed.append(event)
      }
    }
    return isUnwanted
  }
}

extension Event {
  /// Whether the person typed or pasted it.
  fileprivate var isTyped: Bool {
    switch self {
    case .key, .mouse, .paste, .refused: true
    default: false
    }
  }
}
