import Cells
import Testing

/// A terminal that gives events from a script and keeps what was drawn.
final class ScriptedTerminal: Terminal {
  var size: Size
  let isUnicode = true
  let waker = Waker {}
  private(set) var frames: [Frame] = []
  private(set) var suspensions = 0
  private(set) var isClosed = false
  private var events: [Event]
  /// What a test does between two events, by the number of events that were given before.
  private var interludes: [Int: () throws -> Void] = [:]
  /// What a test waits for between two events, by the number of events that were given before.
  private var waits: [Int: Wait] = [:]
  private var given = 0

  private struct Wait {
    let isOver: () -> Bool
    let complaint: Comment
    let location: SourceLocation
    let end = ContinuousClock.now + .seconds(10)
  }

  init(_ events: [Event] = [], columns: Int = 80, rows: Int = 24) {
    self.events = events
    size = Size(columns: columns, rows: rows)
  }

  func press(_ keys: Key...) { events += keys.map(Event.key) }

  func type(_ text: String) { events += text.map { .key(.character($0)) } }

  func send(_ event: Event) { events.append(event) }

  /// Runs something once all events so far have been answered.
  func then(_ interlude: @escaping () throws -> Void) { interludes[events.count] = interlude }

  /// Gives no event before something is true; after a long time in vain it is a failure.
  func wait(until isOver: @escaping () -> Bool, orRecord complaint: Comment, at location: SourceLocation) {
    waits[events.count] = Wait(isOver: isOver, complaint: complaint, location: location)
  }

  var screen: String { frames.last?.textPlane ?? "" }

  func draw(_ frame: Frame) { frames.append(frame) }

  /// The next event; a script that is over counts as a terminal that is gone.
  func nextEvent(timeout: Duration?) -> Event? {
    if let wait = waits[given], !wait.isOver() {
      if ContinuousClock.now < wait.end { return nil }
      Issue.record(wait.complaint, sourceLocation: wait.location)
    }
    waits[given] = nil
    do {
      try interludes.removeValue(forKey: given)?()
    } catch {
      Issue.record(error)
    }
    guard given < events.count else { return .closed }
    defer { given += 1 }
    if case .resized(let size) = events[given] { self.size = size }
    return events[given]
  }

  func invalidate() {}
  func suspend() { suspensions += 1 }
  func close() { isClosed = true }
}
