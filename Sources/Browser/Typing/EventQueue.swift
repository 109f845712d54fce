import BookStore
import Cells
import Screens

/// The terminal's events, also those that arrive during a statement, which a view or a trigger may never let finish.
final class EventQueue {
  private let workspace: Workspace
  private var delayed: [Event] = []
  private var held: [Key] = []
  private var isEnding = false

  init(_ workspace: Workspace) { self.workspace = workspace }

  func next(timeout: Duration?) -> Event? {
    if !held.isEmpty, !workspace.isArranging {
      delayed.insert(contentsOf: held.map(Event.key), at: 0)
      held = []
    }
    return delayed.isEmpty ? workspace.terminal.nextEvent(timeout: timeout) : delayed.removeFirst()
  }

  /// Holds a key that needs the rows of a pending search or sort, and all later keys, until Esc drops them.
  ///
  /// Enter right after a search would otherwise open a row of the old list.
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

  func watchStatements() {
    workspace.store.onLongStatement { [weak self] in self?.isStatementUnwanted(after: $0) ?? false }
  }

  /// Leaves each statement two more seconds.
  func startEnding() { isEnding = true }

  /// Returns true if the person or a signal interrupts the statement; Esc drops the keys typed before it.
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

/// Swallows what is typed right after a key that does nothing.
///
/// Text meant for another window would otherwise act as keys that sort, delete or undo.
struct StrayKeys {
  /// A person who presses single keys is slower.
  private static let pause = Duration.milliseconds(50)

  private var last: ContinuousClock.Instant?

  mutating func swallow(_ key: Key, at now: ContinuousClock.Instant = .now) -> Bool {
    guard let last, last.duration(to: now) < Self.pause else {
      self.last = nil
      return false
    }
    switch key {
    case .character, .enter, .tab, .backspace:
      self.last = now
      return true
    default:
      self.last = nil
      return false
    }
  }

  mutating func note(_ key: Key, at now: ContinuousClock.Instant = .now) {
    switch key {
    case .character, .alt: last = now
    default: break
    }
  }
}
