import BookStore
import Cells
import Screens

/// The terminal's events, also those that arrive during a statement, which a view or a trigger may never let finish.
final class EventQueue {
  private let workspace: Workspace
  private var delayed: [Event] = []
  /// Keys that wait for the rows of a search or a sort, in the order in which they were pressed.
  private var held: [Key] = []
  private var isEnding = false

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// Delayed and held events come first.
  func next(timeout: Duration?) -> Event? {
    if !held.isEmpty, !workspace.isArranging {
      delayed.insert(contentsOf: held.map(Event.key), at: 0)
      held = []
    }
    return delayed.isEmpty ? workspace.terminal.nextEvent(timeout: timeout) : delayed.removeFirst()
  }

  /// Holds a key that needs the rows of a pending search or sort, and all keys after it; returns whether it did.
  ///
  /// Enter right after a search would otherwise open a row of the old list. Esc drops the held keys.
  func hold(_ key: Key) -> Bool {
    guard workspace.isArranging, workspace.stack.mode == .list, key != .escape, key != .control("c") else {
      drop()
      return false
    }
    // Keys for redrawing and suspending always work.
    guard !Self.ofTerminal.contains(key), !held.isEmpty || isAboutRows(key) else { return false }
    held.append(key)
    return true
  }

  private static let ofTerminal = [Key.control("l"), .control("z")]

  func drop() { held = [] }

  private func isAboutRows(_ key: Key) -> Bool {
    let key = workspace.keys.meaning(of: key, in: .list)
    return workspace.keys.action(for: key, in: .list)?.isAboutRows == true
  }

  /// Allows the person and signals to interrupt statements of the open store.
  func watchStatements() {
    workspace.store.onLongStatement { [weak self] in self?.isStatementUnwanted(after: $0) ?? false }
  }

  /// Gives every statement only two more seconds, because the program has to end.
  func startEnding() { isEnding = true }

  /// Reads the terminal while a statement is running; returns true if the person or a signal interrupts it.
  ///
  /// Keys are queued; Esc drops those typed before it.
  private func isStatementUnwanted(after seconds: Double) -> Bool {
    if isEnding { return seconds > 2 }
    workspace.stack.receive(
      .progress(WorkProgress(BrowserWording.takesLong, isCancellable: true, isCancellableAnywhere: true)))
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
      // One event is enough for any number of threads.
      case .woken: if !delayed.contains(.woken) { delayed.append(event) }
      default: delayed.append(event)
      }
    }
    return isUnwanted
  }
}

extension Event {
  fileprivate var isTyped: Bool {
    switch self {
    case .key, .mouse, .paste, .refused: true
    default: false
    }
  }
}
