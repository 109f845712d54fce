import BookStore
import Cells
import Records
import Screens

/// The loop that joins a store, the screens and a terminal: an event in, its effects done, a frame out.
///
/// Not sendable: it lives on the thread that made its store and its terminal.
public final class Browser {
  let store: BookStore
  let terminal: any Terminal
  let saveOn: SaveMoment
  var stack: ScreenStack
  var ending: Ending?

  /// Makes a browser over an open store; `greeting` is said on the status line of the first frame.
  public init(
    store: BookStore, terminal: any Terminal, saveOn: SaveMoment = .pressure, greeting: Message? = nil
  ) {
    self.store = store
    self.terminal = terminal
    self.saveOn = saveOn
    stack = ScreenStack(schema: store.schema, size: terminal.size, isReadOnly: store.isReadOnly)
    stack.message = greeting
  }

  /// Shows the list and answers events until the person or a signal ends it.
  ///
  /// What is dirty has been written back when this returns, or the ending says why not. The terminal is still open.
  public func run() -> Ending {
    show()
    countRows()
    while true {
      guard let event = terminal.nextEvent(timeout: nil) else { continue }
      handle(event)
      if let ending { return ending }
      show()
    }
  }

  /// Answers one event.
  func handle(_ event: Event) {
    switch event {
    case .key(let key): perform(stack.press(key))
    case .paste(let text): perform(stack.paste(text))
    case .resized(let size): stack.resize(size)
    case .continued: terminal.invalidate()
    case .woken: break
    case .closed: end(by: .hangUp)
    case .signal(.memoryWarning): perform([.memoryWarning])
    case .signal(.stop): perform([.suspend])
    case .signal(let signal): end(by: signal)
    }
  }

  /// Brings the screens up to date with the store and draws them.
  private func show() {
    refresh()
    terminal.draw(stack.frame())
  }

  /// Gives the screens the rows that they show and the figures of the meter.
  func refresh() {
    do {
      // A window that turns out to be shorter than was thought can move the view once more.
      for _ in 0..<2 {
        let places = stack.visiblePlaces
        let rows = try store.rows(in: places)
        stack.receive(.window(ListWindow(start: places.lowerBound, rows: rows, count: store.counts.known)))
        if stack.visiblePlaces == places { break }
      }
    } catch {
      stack.message = .problem(Wording.sentence(error))
    }
    let counts = store.counts
    stack.meter = Meter(
      count: counts.known, hydrated: counts.hydrated, dirty: counts.dirty, byteCount: counts.byteCount)
  }

  /// Learns how many rows there are; the first frame does not wait for it.
  private func countRows() {
    guard !store.counts.known.isExact else { return }
    do {
      try store.listing.resolveCount()
      show()
    } catch {
      stack.message = .problem(Wording.sentence(error))
    }
  }

  /// Writes back because a signal says that the program must end.
  private func end(by signal: Signal) {
    ending = .signal(signal, unwritten: Ending.Unwritten(store.writeBack(), store.counts))
  }
}
