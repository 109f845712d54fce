import BookStore
import Browser
import Cells
import Foundation
import Screens
import TestSupport
import Testing

/// What a person does on the real loop over a real store, and what is to be seen.
///
/// The browser has a thread of its own, which runs only while the test waits: keys return once they are answered, and what is
/// expected is looked for, frame by frame, until it is there. What never comes fails the test, and the rest of the flow does
/// nothing.
final class Flow {
  let scratch: Scratch
  private let line = FlowLine()
  private(set) var hasFailed = false
  private var lastKeys: [String] = []
  private var lastLocation: SourceLocation
  /// The text of a frame, which is asked for again and again.
  private var lastText = (frame: Frame(size: Size(columns: 0, rows: 0)), text: "")

  /// Opens a library, and waits for the first screen.
  ///
  /// - Parameters:
  ///   - prepare: What the terminal is before the browser begins.
  ///   - open: Opens the store, where the library is not opened as usual.
  ///   - make: Makes the browser, where it needs more than settings.
  init(
    _ scratch: Scratch, _ settings: Settings = Settings(), isReadOnly: Bool = false, table: String? = nil,
    columns: Int = 80, rows: Int = 24,
    terminal prepare: @escaping @Sendable (FlowTerminal) -> Void = { _ in },
    store open: (@Sendable () throws -> BookStore)? = nil,
    browser make: @escaping @Sendable (BookStore, FlowTerminal, Settings) -> Browser = {
      Browser(store: $0, terminal: $1, settings: $2)
    }, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    (self.scratch, lastLocation) = (scratch, sourceLocation)
    let thread = Thread { [line] in
      line.finish(
        Result {
          let terminal = FlowTerminal(line, size: Size(columns: columns, rows: rows))
          prepare(terminal)
          func opened() throws -> BookStore {
            let store = try open?() ?? scratch.store(isReadOnly: isReadOnly, table: table)
            terminal.store = store
            return store
          }
          let browser = make(try opened(), terminal, settings)
          let ending = browser.run()
          return FlowEnd(ending: ending, farewell: browser.farewell?.text)
        })
    }
    thread.stackSize = 8 << 20
    thread.start()
    if !line.waitForStop() { fail("The library does not open.", sourceLocation) }
  }

  deinit {
    guard !hasEnded else { return }
    if !hasFailed, !line.read({ $0.events.isEmpty }) {
      fail(
        "the flow ends, and these were not answered: \(line.read { $0.events.map(\.event) })", lastLocation)
    }
    line.change { $0.isClosing = true }
    let end = ContinuousClock.now + patience
    while !hasEnded, ContinuousClock.now < end, line.step() {}
    if !hasEnded { Issue.record("the browser does not end", sourceLocation: lastLocation) }
  }

  private var hasEnded: Bool { line.read { $0.end != nil } }
  private var isResting: Bool { line.read { $0.isResting } }

  // MARK: - What a person does

  /// Presses keys, which come all at once, and waits until the last is answered: `press("End", "Enter", "^U")`.
  @discardableResult
  func press(_ names: String..., sourceLocation: SourceLocation = #_sourceLocation) -> Flow {
    give(keys(names, sourceLocation), named: names, sourceLocation)
    return self
  }

  @discardableResult
  func press(_ names: [String], sourceLocation: SourceLocation = #_sourceLocation) -> Flow {
    give(keys(names, sourceLocation), named: names, sourceLocation)
    return self
  }

  /// Types a text, and presses keys after it.
  @discardableResult
  func type(_ text: String, _ names: String..., sourceLocation: SourceLocation = #_sourceLocation) -> Flow {
    let typed = text.map { Event.key(.character($0)) }
    give(typed + keys(names, sourceLocation), named: ["“\(text)”"] + names, sourceLocation)
    return self
  }

  /// Types a text in place of the one that is there, and presses Enter.
  @discardableResult
  func retype(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Flow {
    press("^U", sourceLocation: sourceLocation)
    type(text, "Enter", sourceLocation: sourceLocation)
    return self
  }

  /// Presses keys that are given also while a statement runs, and waits for no answer.
  func pressAtOnce(_ names: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    hand(keys(names, sourceLocation), named: names, isUrgent: true, sourceLocation)
  }

  /// Types a command behind `:`.
  @discardableResult
  func command(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Flow {
    type(":" + text, "Enter", sourceLocation: sourceLocation)
    return self
  }

  /// Gives the browser something other than a key, and waits until it is answered.
  @discardableResult
  func send(_ events: Event..., sourceLocation: SourceLocation = #_sourceLocation) -> Flow {
    give(events, named: events.map { "\($0)" }, sourceLocation)
    return self
  }

  /// Has another program run statements, and the browser look.
  func change(_ sql: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    guard !hasFailed else { return }
    try OtherProgram(scratch.path).run(sql)
    press("^L", sourceLocation: sourceLocation)
  }

  /// Does something on the browser's thread, between two events, and answers what comes of it.
  @discardableResult
  func onLoop<Value: Sendable>(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (BookStore, FlowTerminal) throws -> Value
  ) throws -> Value {
    let answer = FlowAnswer<Value>()
    line.change { state in
      state.errands.append { terminal in
        answer.set(Result { try body(try #require(terminal.store), terminal) })
      }
    }
    wait(for: "the browser's thread", sourceLocation) { answer.isThere }
    return try answer.get()
  }

  // MARK: - What is to be seen

  /// Waits until texts are on the screen, all at the same time, and others are not.
  @discardableResult
  func expect(_ texts: String..., gone: String..., sourceLocation: SourceLocation = #_sourceLocation) -> Flow
  {
    wait(for: ["\(texts) on the screen", gone.isEmpty ? "" : ", and not \(gone)"].joined(), sourceLocation) {
      texts.allSatisfy(screen.contains) && !gone.contains(where: screen.contains)
    }
    return self
  }

  /// Waits until one line of the screen has all of these texts.
  @discardableResult
  func expect(line texts: String..., sourceLocation: SourceLocation = #_sourceLocation) -> Flow {
    wait(for: "\(texts) in one line", sourceLocation) {
      screen.split(separator: "\n").contains { line in texts.allSatisfy(line.contains) }
    }
    return self
  }

  /// Waits until the selected row has a text.
  @discardableResult
  func expect(selected text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Flow {
    wait(for: "“\(text)” in the selected row", sourceLocation) { selected.contains(text) }
    return self
  }

  /// Waits until the rows of the list begin with these texts, and are no more.
  @discardableResult
  func expect(list titles: [String], sourceLocation: SourceLocation = #_sourceLocation) -> Flow {
    wait(for: "the list \(titles)", sourceLocation) {
      rows.count == titles.count && zip(rows, titles).allSatisfy { $0.hasPrefix($1) }
    }
    return self
  }

  /// Waits until another program reads these rows.
  func expect(sql: String, _ rows: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    guard !hasFailed else { return }
    var found: [String] = []
    try wait(for: "\(rows) of “\(sql)”, which is \(found)", sourceLocation) {
      found = try scratch.sql(sql)
      return found == rows
    }
  }

  /// Ends the browser, and expects another program to read these rows.
  func expect(atEnd sql: String, _ rows: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    end(sourceLocation: sourceLocation)
    try expect(sql: sql, rows, sourceLocation: sourceLocation)
  }

  /// Waits until every open list has all of its rows in their order, so that Esc does not cancel a sort or a filter.
  func settle(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try wait(for: "all rows in their order", sourceLocation) {
      try onLoop { store, _ in store.lists.all.allSatisfy(\.isSettled) }
    }
  }

  /// Waits until something holds; `what` completes “This never came: …”.
  func wait(
    for what: @autoclosure () -> String, _ sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: () throws -> Bool
  ) rethrows {
    guard !hasFailed else { return }
    let end = ContinuousClock.now + patience
    while try !holds() {
      if let reason = line.read({ $0.end.map { "the browser has ended: \($0)" } }) {
        // What it did last may be what is waited for.
        if try holds() { return }
        return fail("This never came: \(what()); \(reason)", sourceLocation)
      }
      if ContinuousClock.now > end { return fail("This never came: \(what())", sourceLocation) }
      if !line.step() {
        return fail("This never came: \(what()); the browser does not answer", sourceLocation)
      }
    }
  }

  var frames: [Frame] { line.read { $0.frames } }
  /// What is on the screen now.
  var frame: Frame { line.read { $0.frames.last } ?? Frame(size: Size(columns: 0, rows: 0)) }
  /// The text of the screen.
  var screen: String {
    let frame = frame
    if frame != lastText.frame { lastText = (frame, frame.textPlane) }
    return lastText.text
  }
  /// What the browser asked the terminal for besides frames.
  var requests: [TerminalRequest] { line.read { $0.requests } }
  /// How often the program was suspended.
  var suspensions: Int { line.read { $0.suspensions } }

  /// What is printed after the end, if anything.
  var farewell: String? { line.read { try? $0.end?.get().farewell } }

  /// What the store holds.
  var counts: Counts { get throws { try onLoop { store, _ in store.counts } } }

  /// The line of the selected row, or nothing.
  var selected: String {
    let frame = frame
    let roles = frame.rolePlane.split(separator: "\n")
    return roles.firstIndex { $0.hasPrefix("SS") || $0.hasPrefix("FSS") }.map { String(lines(frame)[$0]) }
      ?? ""
  }

  /// The lines of the list that are not empty, without what stands before the title.
  var rows: [Substring] {
    lines(frame).dropFirst().dropLast(2).map { $0.drop { " ✓●◆!".contains($0) } }.filter { !$0.isEmpty }
  }

  private func lines(_ frame: Frame) -> [Substring] {
    frame.textPlane.split(separator: "\n", omittingEmptySubsequences: false)
  }

  // MARK: - The end

  /// Ends the browser by an event, by default because the terminal is gone, and answers how it ended.
  @discardableResult
  func end(_ event: Event = .closed, sourceLocation: SourceLocation = #_sourceLocation) -> Ending? {
    hand([event], named: ["\(event)"], isUrgent: true, sourceLocation)
    // Whoever asks once more is told again.
    if event == .closed { line.change { $0.isClosing = true } }
    return ending(sourceLocation)
  }

  /// Presses `q`, and expects the browser to end by that.
  func quit(sourceLocation: SourceLocation = #_sourceLocation) {
    hand([.key(.character("q"))], named: ["q"], isUrgent: false, sourceLocation)
    guard let ending = ending(sourceLocation), ending != .quit else { return }
    fail("the browser has ended otherwise: \(ending)", sourceLocation)
  }

  private func ending(_ sourceLocation: SourceLocation) -> Ending? {
    wait(for: "the end", sourceLocation) { hasEnded }
    return line.read { try? $0.end?.get().ending }
  }

  // MARK: - Events

  private func keys(_ names: [String], _ sourceLocation: SourceLocation) -> [Event] {
    names.compactMap { name in
      if let key = Key(name: name) { return .key(key) }
      fail("There is no key “\(name)”.", sourceLocation)
      return nil
    }
  }

  private func give(_ events: [Event], named names: [String], _ sourceLocation: SourceLocation) {
    hand(events, named: names, isUrgent: false, sourceLocation)
    wait(for: "an answer to \(names)", sourceLocation) { isResting || hasEnded }
  }

  private func hand(
    _ events: [Event], named names: [String], isUrgent: Bool, _ sourceLocation: SourceLocation
  ) {
    guard !hasFailed else { return }
    (lastKeys, lastLocation) = (lastKeys.suffix(20) + names, sourceLocation)
    line.change { state in
      for event in events {
        if case .key = event {
          state.events.append((event, isUrgent))
        } else {
          state.events.append((event, true))
        }
      }
      state.isResting = false
    }
  }

  /// Fails the test once, with what a person would see.
  private func fail(_ reason: String, _ sourceLocation: SourceLocation) {
    guard !hasFailed else { return }
    hasFailed = true
    let keys = lastKeys.joined(separator: " ")
    Issue.record("\(reason)\nafter: \(keys)\n\(screen)", sourceLocation: sourceLocation)
  }
}
