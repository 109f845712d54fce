import Cells
import Platform
import Screens

/// A line-based terminal for screen readers, teletypes and scripts.
///
/// It draws nothing. The screens' content is printed as sentences, and typed lines become keys for the screens, so that
/// everything that works in full screen works here.
public final class PlainTerminal: Terminal {
  /// The size that determines the page of a list.
  public let size = Size(columns: 80, rows: 24)
  /// Whether the locale encodes characters as UTF-8.
  public let isUnicode = PlainTerminal.hasUnicodeLocale
  /// Whether the locale is UTF-8, for output without a terminal.
  public static var hasUnicodeLocale: Bool {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { Environment.value($0) }.first { !$0.isEmpty }
    return name.map { $0.uppercased() }.map { $0.hasSuffix("UTF-8") || $0.hasSuffix("UTF8") } ?? false
  }
  /// None: pictures are not shown.
  public let colors = 0
  /// Ends a wait from another thread.
  public let waker: Waker

  /// The screens' speech, mode and keys; set once there is a browser.
  public var screens: () -> (speech: Speech, mode: Mode, keys: KeyMap)? = { nil }
  private let takeSignal: () -> Signal?

  private let world = CommandWorld.current
  private let wake: PipeEnds
  private var input: LineInput
  private var reader = PlainReader()
  private var narrator = Narrator()
  private var events: [Event] = []
  private var isClosed = false
  /// Whether standard input has ended.
  public private(set) var isOver = false

  /// Takes over standard input and output; throws if there are no descriptors left.
  public init(takeSignal: @escaping () -> Signal?) throws(SystemError) {
    let wake = try PipeEnds()
    _ = fcntl(wake.writing, F_SETFL, O_NONBLOCK)
    _ = fcntl(wake.reading, F_SETFL, O_NONBLOCK)
    (self.wake, self.takeSignal, input) = (wake, takeSignal, LineInput(world.input))
    waker = Waker { _ = write(wake.writing, [1], 1) }
  }

  deinit { wake.shut() }

  /// Does nothing: speech is fetched before a line is read.
  public func draw(_ frame: Frame) {}

  /// Waits for the next event: first from the last line, then a signal, then the next line.
  public func nextEvent(timeout: Duration?) -> Event? {
    if let signal = takeSignal() { return event(for: signal) }
    if !events.isEmpty { return events.removeFirst() }
    if isClosed || isOver { return .closed }
    guard let (speech, mode, keys) = screens() else { return nil }
    let isReady = speech.isReady && speech.progress.isEmpty
    say(narrator.lines(speech, isReady: isReady))
    if !isReady, speech.canEndWork, hasPerson, input.hasTaken(where: PlainReader.endsWork) {
      return endWork()
    }
    if isReady, let line = input.next() { return take(line, speech, mode, keys) }
    if isReady, input.isOver {
      isOver = true
      return .closed
    }
    if isReady { prompt(speech) }
    return wait(timeout, forLine: isReady || hasPerson && !input.isOver)
  }

  /// Whether a person types the lines; a script's lines wait for their turn.
  private var hasPerson: Bool { isatty(world.input) != 0 }

  /// `^C` first does what Esc does; only when there is nothing to cancel does it end the program.
  private func event(for signal: Signal) -> Event {
    guard signal == .interrupt, hasPerson, screens()?.speech.canEndWork == true, Interruption.forget(SIGINT)
    else { return .signal(signal) }
    return endWork()
  }

  private func endWork() -> Event {
    narrator.expectAnswer()
    return .key(.escape)
  }

  private func take(_ line: LineInput.Line, _ speech: Speech, _ mode: Mode, _ keys: KeyMap) -> Event? {
    narrator.expectAnswer()
    guard case .text(let text) = line else { return .refused(.unreadableLine) }
    switch reader.read(text, mode, keys, speech) {
    case .events(let new): events = new
    case .say(let lines): say(lines)
    }
    return events.isEmpty ? nil : events.removeFirst()
  }

  private func prompt(_ speech: Speech) {
    // Scripts get no prompts.
    guard narrator.takePrompt(), hasPerson else { return }
    print(speech.prompt.map { safe($0) + " " } ?? "> ")
  }

  private func wait(_ timeout: Duration?, forLine: Bool) -> Event? {
    var sources = [pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0)]
    if forLine { sources.append(pollfd(fd: world.input, events: Int16(POLLIN), revents: 0)) }
    let limit = timeout.map {
      Int32(clamping: $0.components.seconds * 1_000 + $0.components.attoseconds / 1_000_000_000_000_000)
    }
    guard poll(&sources, nfds_t(sources.count), limit ?? -1) > 0 else { return nil }
    if sources.count > 1, sources[1].revents != 0 { input.readMore() }
    guard sources[0].revents != 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(wake.reading, &bytes, bytes.count) > 0 {}
    return .woken
  }

  private func say(_ lines: [String]) { for line in lines { print(safe(line) + "\n") } }

  /// Replaces control characters, which a database may hold, with visible marks.
  private func safe(_ text: String) -> String { TextWidth.glyphs(of: text).map(\.text).joined() }

  private func print(_ text: String) {
    try? DescriptorBytes.writeAll(text.utf8, to: world.output.descriptor)
  }

  /// Does nothing: there is no window, and no clipboard to reach.
  public func send(_ request: TerminalRequest) {}
  /// Always false: no clipboard can be reached.
  public var hasClipboard: Bool { false }
  /// Always false.
  public var hasMouse: Bool { false }
  /// Does nothing.
  public func invalidate() {}
  /// Stops the process, as the shell does with its own jobs.
  public func suspend() { raise(SIGTSTP) }
  /// Starts nothing: another program would need the whole terminal.
  public func run(_ command: [String]) -> ProgramEnd { .notStarted(errno: ENOTTY) }
  /// Stops reading.
  public func close() { isClosed = true }
}
