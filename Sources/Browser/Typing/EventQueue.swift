import BookStore
import Cells
import Screens

/// The terminal's events, including those that arrive while the loop waits for a statement: a view, a trigger or a
/// computed column of the database may never finish.
final class EventQueue {
  private let workspace: Workspace
  /// The events that arrived while a statement was running.
  private var delayed: [Event] = []
  /// The keys that wait for the rows of a search or a sort, in the order in which they were pressed.
  private var held: [Key] = []
  /// Whether a signal or the loss of the terminal requires the program to end.
  private var isEnding = false

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// The next event, starting with those that arrived while a statement was running, or that waited for rows.
  func next(timeout: Duration?) -> Event? {
    if !held.isEmpty, !workspace.isArranging {
      delayed.insert(contentsOf: held.map(Event.key), at: 0)
      held = []
    }
    return delayed.isEmpty ? workspace.terminal.nextEvent(timeout: timeout) : delayed.removeFirst()
  }

  /// Holds a key that is about the rows of the list while those that were asked for are not there yet, and all keys
  /// after it; returns whether it did.
  ///
  /// Enter right after a search would otherwise open a row of the list before it. Esc drops the keys, and is not held.
  func hold(_ key: Key) -> Bool {
    guard workspace.isArranging, workspace.stack.mode == .list, key != .escape, key != .control("c") else {
      drop()
      return false
    }
    // The terminal is drawn, and given back to the shell, whatever is waited for.
    guard !Self.ofTerminal.contains(key), !held.isEmpty || isAboutRows(key) else { return false }
    held.append(key)
    return true
  }

  private static let ofTerminal = [Key.control("l"), .control("z")]

  /// Forgets the keys that wait, because the person has done something else.
  func drop() { held = [] }

  private func isAboutRows(_ key: Key) -> Bool {
    let key = workspace.keys.meaning(of: key, in: .list)
    return workspace.keys.action(for: key, in: .list)?.isAboutRows == true
  }

  /// Lets the person or a signal interrupt statements of the open store.
  func watchStatements() {
    workspace.store.onLongStatement { [weak self] in self?.isStatementUnwanted(after: $0) ?? false }
  }

  /// Gives every statement only two more seconds, because the program has to end.
  func startEnding() { isEnding = true }

  /// Reads the terminal while a statement is running; returns true if the person or a signal interrupts it.
  ///
  /// Keys are queued; Esc drops those typed before it.
  ///
  /// - Parameter seconds: How long the statement has been running.
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
