import BookStore
import Cells
import Foundation
import Screens
import Testing

@testable import Demo

@Suite("The tour over a terminal")
struct TourTests {
  private let folder: ScratchFolder
  private let inner = QueuedTerminal(columns: 80, rows: 24)

  init() throws {
    folder = try ScratchFolder()
    try ScratchLibrary(count: 100).make(at: folder.library) { _ in }
  }

  private func tour(_ steps: [DemoStep]) throws -> (TourTerminal, BookStore) {
    let tour = TourTerminal(over: inner, steps: steps, bookCount: 100, pause: .zero)
    return (tour, try tour.open(folder))
  }

  @Test("The browser has what is below the strip, at every size, and all of it on a small terminal")
  func sizes() throws {
    let (tour, _) = try tour([.look])
    #expect(tour.size == Size(columns: 80, rows: 17))
    for (columns, rows, left) in [(80, 16, 9), (80, 15, 15), (40, 24, 17), (39, 24, 24), (1, 1, 1)] {
      inner.events = [.resized(Size(columns: columns, rows: rows))]
      inner.size = Size(columns: columns, rows: rows)
      #expect(tour.nextEvent(timeout: nil) == .resized(Size(columns: columns, rows: left)))
      tour.draw(Frame(size: tour.size))
      #expect(inner.frame?.size == inner.size)
    }
  }

  @Test("A step's keys are pressed at a dot, and the next step begins at the next dot when it is done")
  func playing() throws {
    let (tour, store) = try tour([.look, .again])
    tour.draw(Frame(size: tour.size))
    #expect(inner.text.contains("1 of 2  Look at a book"))
    #expect(inner.text.contains(". presses the keys"))
    inner.events = [.key(.character("."))]
    #expect(tour.nextEvent(timeout: nil) == .woken)
    // While there is work under way the tour waits.
    #expect(tour.nextEvent(timeout: .zero) == nil)
    for key in DemoStep.look.keys { #expect(tour.nextEvent(timeout: nil) == .key(key)) }
    _ = try store.record(.rowid(2))
    tour.draw(Frame(size: tour.size))
    #expect(inner.text.contains(". next step"))
    #expect(inner.text.contains("ran     list 1 · hydrate 1  "))
    inner.events = [.key(.character("."))]
    #expect(tour.nextEvent(timeout: nil) == .woken)
    tour.draw(Frame(size: tour.size))
    #expect(inner.text.contains("2 of 2  Look again"))
    #expect(inner.text.contains("ran     no statement  "))
    #expect(inner.text.contains("before  1 hydrated"))
  }

  @Test("While what a step began goes on, a dot is not invited and does nothing")
  func working() throws {
    let (tour, _) = try tour([.look])
    var isWorking = true
    tour.isWorking = { isWorking }
    inner.events = [.key(.down)]
    #expect(tour.nextEvent(timeout: nil) == .key(.down))
    tour.draw(Frame(size: tour.size))
    #expect(!inner.text.contains(". presses") && !inner.text.contains(". ends"))
    inner.events = [.key(.character("."))]
    #expect(tour.nextEvent(timeout: nil) == .woken)
    isWorking = false
    tour.draw(Frame(size: tour.size))
    #expect(tour.nextEvent(timeout: nil) == nil)
    #expect(inner.text.contains(". presses the keys"))
    inner.events = [.key(.character("."))]
    #expect(tour.nextEvent(timeout: nil) == .woken)
    #expect(tour.nextEvent(timeout: nil) == .key(DemoStep.look.keys[0]))
  }

  @Test("A dot before anything of a step was done is kept while the browser works, and then presses the keys")
  func earlyDot() throws {
    let (tour, _) = try tour([.look])
    var isWorking = true
    tour.isWorking = { isWorking }
    tour.draw(Frame(size: tour.size))
    inner.events = [.key(.character("."))]
    #expect(tour.nextEvent(timeout: nil) == .woken)
    #expect(tour.nextEvent(timeout: nil) == nil)
    isWorking = false
    tour.draw(Frame(size: tour.size))
    #expect(tour.nextEvent(timeout: nil) == .woken)
    #expect(tour.nextEvent(timeout: nil) == .key(DemoStep.look.keys[0]))
  }

  @Test(
    "A dot once a step is done is kept while the browser still works, and then goes on",
    arguments: [false, true])
  func keptDot(isTakenBack: Bool) throws {
    let (tour, store) = try tour([.look, .again])
    tour.draw(Frame(size: tour.size))
    _ = try store.record(.rowid(2))
    tour.draw(Frame(size: tour.size))
    #expect(inner.text.contains(". next step"))
    // What the strip has invited to comes when the list is being read again.
    var isWorking = true
    tour.isWorking = { isWorking }
    tour.draw(Frame(size: tour.size))
    inner.events = [.key(.character("."))] + (isTakenBack ? [.key(.up)] : [])
    #expect(tour.nextEvent(timeout: nil) == .woken)
    #expect(tour.nextEvent(timeout: .zero) == (isTakenBack ? .key(.up) : nil))
    #expect(tour.step == .look)
    isWorking = false
    tour.draw(Frame(size: tour.size))
    #expect(tour.nextEvent(timeout: .zero) == (isTakenBack ? nil : .woken))
    #expect(tour.step == (isTakenBack ? .look : .again))
    tour.draw(Frame(size: tour.size))
    #expect(tour.nextEvent(timeout: .zero) == nil)
  }

  @Test("A dot while the tour presses keys is pressed by nobody, where text is typed neither")
  func impatient() throws {
    let (tour, _) = try tour([.look])
    tour.draw(Frame(size: tour.size))
    inner.events = [.key(.character("."))]
    #expect(tour.nextEvent(timeout: nil) == .woken)
    for (place, key) in DemoStep.look.keys.enumerated() {
      var frame = Frame(size: tour.size)
      if place == 1 { frame.cursor = Position(column: 3, row: 4) }
      tour.draw(frame)
      inner.events = [.key(.character("."))]
      #expect(tour.nextEvent(timeout: nil) == .woken)
      #expect(tour.nextEvent(timeout: nil) == .key(key))
    }
  }

  @Test("Where text is typed a dot is a dot, and the person's keys end what the tour presses")
  func dots() throws {
    let (tour, _) = try tour([.look])
    var frame = Frame(size: tour.size)
    frame.cursor = Position(column: 3, row: 4)
    tour.draw(frame)
    #expect(inner.frame?.cursor == Position(column: 3, row: 11))
    inner.events = [.key(.character("."))]
    #expect(tour.nextEvent(timeout: nil) == .key(.character(".")))
    tour.draw(Frame(size: tour.size))
    inner.events = [.key(.character(".")), .key(.up)]
    #expect(tour.nextEvent(timeout: nil) == .woken)
    #expect(tour.nextEvent(timeout: nil) == .key(.up))
    #expect(tour.nextEvent(timeout: .milliseconds(1)) == nil)
  }

  @Test("For a step that begins anew the browser ends, and after the last one it has the whole terminal")
  func anew() throws {
    let (tour, _) = try tour([.list, .budget])
    inner.events = [.key(.character("."))]
    #expect(tour.nextEvent(timeout: nil) == .closed)
    #expect(tour.isStartingAnew)
    let store = try tour.open(folder)
    #expect(tour.step == .budget && !tour.isStartingAnew)
    for key in Int64(1)...10 { try store.set("Sundry Hands", at: 2, of: .rowid(key)) }
    tour.draw(Frame(size: tour.size))
    #expect(inner.text.contains(". ends the tour"))
    inner.events = [.key(.character("."))]
    #expect(tour.nextEvent(timeout: nil) == .resized(Size(columns: 80, rows: 24)))
    #expect(tour.size == Size(columns: 80, rows: 24))
    tour.draw(Frame(size: tour.size))
    #expect(!inner.text.contains("ran"))
  }

  @Test("Each step says two lines that fit", arguments: DemoStep.allCases)
  func texts(_ step: DemoStep) {
    let lines = DemoWording.text(of: step)
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { TextWidth.width(of: $0) <= 78 })
  }
}

/// A terminal that gives the events that it is given, and keeps the last frame.
private final class QueuedTerminal: Terminal {
  var size: Size
  let isUnicode = true
  let colors = 8
  let waker = Waker {}
  var events: [Event] = []
  private(set) var frame: Frame?

  init(columns: Int, rows: Int) {
    size = Size(columns: columns, rows: rows)
  }

  var text: String { frame?.textPlane ?? "" }

  func draw(_ frame: Frame) { self.frame = frame }
  func nextEvent(timeout: Duration?) -> Event? { events.isEmpty ? nil : events.removeFirst() }
  func send(_ request: TerminalRequest) {}
  func invalidate() {}
  func suspend() {}
  func run(_ command: [String]) -> ProgramEnd { .exited(0) }
  func close() {}
}
