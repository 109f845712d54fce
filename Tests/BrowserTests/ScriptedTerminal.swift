import Cells
import Foundation
import TestSupport
import Testing

/// A terminal that gives events from a script and keeps what was drawn.
final class ScriptedTerminal: Terminal {
  var size: Size
  let isUnicode = true
  let colors = 256
  var pixels: PixelScreen?
  var hasClipboard = true
  var hasMouse = true
  var baseKeys: [Character: Character] = [:]
  let waker: Waker
  /// Whether keys are given while a statement runs; on a busy machine any statement may take long, and the keys of a
  /// script that is about something else would be read before what they wait for, and Esc would end the statement.
  var pressesDuringStatements = false
  private(set) var frames: [Frame] = []
  /// What was asked for besides frames.
  private(set) var requests: [TerminalRequest] = []
  private(set) var suspensions = 0
  private(set) var isClosed = false
  private var events: [Event]
  /// What a test does between two events, by the number of events that were given before.
  private var interludes: [Int: [() throws -> Void]] = [:]
  /// What a test waits for between two events.
  private var conditions: [Int: [() throws -> Bool]] = [:]
  private var waitEnd: ContinuousClock.Instant?
  private var given = 0
  /// Signalled when a thread has news.
  private let news: DispatchSemaphore

  init(_ events: [Event] = [], columns: Int = 80, rows: Int = 24) {
    let news = DispatchSemaphore(value: 0)
    (self.events, self.news) = (events, news)
    waker = Waker { news.signal() }
    size = Size(columns: columns, rows: rows)
  }

  func press(_ keys: [Key]) { events += keys.map(Event.key) }

  func press(_ keys: Key...) { events += keys.map(Event.key) }

  func type(_ text: String) { events += text.map { .key(.character($0)) } }

  func send(_ event: Event) { events.append(event) }

  /// Runs something once all events so far have been answered.
  func then(_ interlude: @escaping () throws -> Void) {
    interludes[events.count, default: []].append(interlude)
  }

  /// Gives no event until something holds, for as long as `patience` at most; the loop goes on meanwhile.
  func waitUntil(_ isTrue: @escaping () throws -> Bool) {
    conditions[events.count, default: []].append(isTrue)
  }

  /// Gives no event until a text is on the screen.
  func waitFor(_ text: String) { waitUntil { [unowned self] in screen.contains(text) } }

  var screen: String { frames.last?.textPlane ?? "" }

  func send(_ request: TerminalRequest) { requests.append(request) }

  func draw(_ frame: Frame) { frames.append(frame) }

  /// The next event; a script that is over counts as a terminal that is gone.
  func nextEvent(timeout: Duration?) -> Event? {
    do {
      if try isWaiting() {
        // What a test waits for need not be a thread's news, so it is asked again soon.
        _ = news.wait(timeout: .now() + .milliseconds(2))
        return nil
      }
      for interlude in interludes.removeValue(forKey: given) ?? [] { try interlude() }
    } catch {
      Issue.record(error)
    }
    guard given < events.count else { return .closed }
    defer { given += 1 }
    if case .resized(let size) = events[given] { self.size = size }
    return events[given]
  }

  private var nextIsKey: Bool {
    guard given < events.count, case .key = events[given] else { return false }
    return true
  }

  /// Whether something that comes before the next event does not hold yet.
  private func isWaiting() throws -> Bool {
    let isKept = !pressesDuringStatements && nextIsKey && screen.contains("Still reading")
    while !isKept, let isTrue = conditions[given]?.first, try isTrue() {
      conditions[given]?.removeFirst()
      waitEnd = nil
    }
    guard isKept || conditions[given]?.isEmpty == false else {
      waitEnd = nil
      return false
    }
    let limit = waitEnd ?? .now + patience
    waitEnd = limit
    guard ContinuousClock.now > limit else { return true }
    Issue.record("nothing came in time, after \(given) events:\n\(screen)")
    conditions = [:]
    pressesDuringStatements = true
    return false
  }

  func invalidate() {}
  func suspend() { suspensions += 1 }

  /// What stands for a program that gets the terminal.
  var program: ([String]) throws -> ProgramEnd = { _ in .notStarted(errno: ENOENT) }

  func run(_ command: [String]) -> ProgramEnd {
    do {
      return try program(command)
    } catch {
      Issue.record(error)
      return .exited(1)
    }
  }

  func close() { isClosed = true }
}
