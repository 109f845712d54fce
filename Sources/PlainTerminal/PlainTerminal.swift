import Cells
import Platform
import Screens

/// A line-based terminal for screen readers, teletypes and scripts.
///
/// It prints the screens' content as sentences, and turns typed lines into keys for the screens.
package final class PlainTerminal: Terminal {
  /// The size that determines the page of a list.
  package let size = Size(columns: 80, rows: 24)
  package let isUnicode = PlainTerminal.hasUnicodeLocale
  /// Whether the locale is UTF-8, for output without a terminal.
  package static var hasUnicodeLocale: Bool {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { Environment.value($0) }.first { !$0.isEmpty }
    return name.map { $0.uppercased() }.map { $0.hasSuffix("UTF-8") || $0.hasSuffix("UTF8") } ?? false
  }
  package let colors = 0
  package let waker: Waker

  /// The screens' speech, mode and keys; set once there is a browser.
  package var screens: () -> (speech: Speech, mode: Mode, keys: KeyMap)? = { nil }
  private let takeSignal: () -> Signal?

  private let world = CommandWorld.current
  private let wake: PipeEnds
  private var input: LineInput
  private var reader = PlainReader()
  private var narrator = Narrator()
  private var events: [Event] = []
  private var isClosed = false
  private(set) var isOver = false

  /// Takes over standard input and output; throws if there are no descriptors left.
  package init(takeSignal: @escaping () -> Signal?) throws(SystemError) {
    let wake = try PipeEnds()
    _ = fcntl(wake.writing, F_SETFL, O_NONBLOCK)
    _ = fcntl(wake.reading, F_SETFL, O_NONBLOCK)
    (self.wake, self.takeSignal, input) = (wake, takeSignal, LineInput(world.input))
    waker = Waker { _ = write(wake.writing, [1], 1) }
  }

  deinit { wake.shut() }

  /// Speech is fetched before a line is read.
  package func draw(_ frame: Frame) {}

  /// A signal comes first, then the rest of the last line, then the next line.
  package func nextEvent(timeout: Duration?) -> Event? {
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
  private func print(_ text: String) { try? DescriptorBytes.writeAll(text.utf8, to: world.output.descriptor) }
  package func send(_ request: TerminalRequest) {}
  package var hasClipboard: Bool { false }
  package var hasMouse: Bool { false }
  package func invalidate() {}
  /// As the shell does with its own jobs.
  package func suspend() { raise(SIGTSTP) }
  /// Another program would need the whole terminal.
  package func run(_ command: [String]) -> ProgramEnd { .notStarted(errno: ENOTTY) }
  package func close() { isClosed = true }
}

/// Says what has changed, each thing once.
struct Narrator {
  private var said = Speech?.none
  /// Whether a line was typed, which needs an answer even if nothing has changed.
  private var owesAnswer = true
  private var isPromptDue = true
  private var lastProgress = ContinuousClock.now

  mutating func expectAnswer() { (owesAnswer, isPromptDue) = (true, true) }

  mutating func takePrompt() -> Bool {
    defer { isPromptDue = false }
    return isPromptDue
  }

  /// - Parameter isReady: Whether all rows are there; until then only the progress is said, once a second.
  mutating func lines(_ speech: Speech, isReady: Bool) -> [String] {
    guard isReady else { return progress(speech) }
    let old = said
    guard speech != old || owesAnswer else { return [] }
    said = speech
    var lines: [String] = []
    if speech.title != old?.title { lines.append(speech.title) }
    if !speech.message.isEmpty, owesAnswer || speech.message != old?.message { lines.append(speech.message) }
    let isNew = speech.title != old?.title
    // Of scrolled or changed text, only the new lines are said.
    lines += isNew ? speech.text : speech.text.filter { old?.text.contains($0) != true }
    if isNew || speech.choices != old?.choices {
      lines += speech.choices.enumerated().map { "\($0 + 1) \($1)" }
    }
    if !speech.line.isEmpty, isNew || speech.line != old?.line || owesAnswer && lines.isEmpty {
      lines.append(speech.line)
    }
    if !lines.isEmpty { isPromptDue = true }
    owesAnswer = false
    return lines
  }

  private mutating func progress(_ speech: Speech) -> [String] {
    guard !speech.progress.isEmpty, ContinuousClock.now - lastProgress > .seconds(1) else { return [] }
    lastProgress = .now
    return [speech.progress]
  }
}

struct LineInput {
  enum Line {
    case text(String)
    case unreadable
  }

  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var lines: [Line] = []
  private(set) var isOver = false

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  mutating func next() -> Line? { lines.isEmpty ? nil : lines.removeFirst() }

  mutating func hasTaken(where isWanted: (String) -> Bool) -> Bool {
    let place = lines.firstIndex { if case .text(let text) = $0 { isWanted(text) } else { false } }
    guard let place else { return false }
    lines.removeFirst(place + 1)
    return true
  }

  mutating func readMore() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    if count <= 0 {
      isOver = true
      if !bytes.isEmpty { take(bytes.count) }
      return
    }
    bytes += buffer[..<count]
    while let end = bytes.firstIndex(of: 10) {
      take(end)
      bytes.removeFirst()
    }
  }

  private mutating func take(_ count: Int) {
    var line = bytes.prefix(count)
    if line.last == 13 { line.removeLast() }
    lines.append(String(validating: line, as: UTF8.self).map(Line.text) ?? .unreadable)
    bytes.removeFirst(count)
  }
}

/// Interprets typed lines: numbers, names of actions and keys, searches, and texts that are asked for.
struct PlainReader {
  enum Reading {
    case events([Event])
    case say([String])
  }

  /// The lines so far of a multi-line text; each line but the last ends in a backslash.
  private var begun: [String] = []

  static func endsWork(_ line: String) -> Bool {
    line.hasPrefix("\u{1B}") || ["dismiss", ":dismiss", "cancel", ":cancel"].contains(line)
  }

  mutating func read(_ line: String, _ mode: Mode, _ keys: KeyMap, _ speech: Speech) -> Reading {
    if line.hasPrefix("\u{1B}") { return .events([.key(.escape)]) }
    let takesText = speech.prompt != nil
    if takesText, !line.hasPrefix(":") || line.hasPrefix("::") { return type(line, mode, speech) }
    // In the list, a colon begins a command of its own.
    let hasMark = line.hasPrefix(":") && mode != .list
    let command = hasMark ? String(line.dropFirst()) : line
    switch command {
    case "help", "?": return .say(Self.help(mode, keys, takesText: takesText))
    case "again": return .say(Self.all(speech))
    case "":
      return takesText || !speech.choices.isEmpty ? .say(Self.all(speech)) : next(mode, keys, speech)
    default: return perform(command, mode, keys, speech)
    }
  }

  /// An empty line moves on to the next item.
  private func next(_ mode: Mode, _ keys: KeyMap, _ speech: Speech) -> Reading {
    if mode.isForm { return .events([.key(.tab)]) }
    return key(of: "down", mode, keys).map { .events([.key($0)]) } ?? .say(Self.all(speech))
  }

  private static func all(_ speech: Speech) -> [String] {
    ([speech.title] + speech.text + speech.choices.enumerated().map { "\($0 + 1) \($1)" } + [speech.line])
      .filter { !$0.isEmpty }
  }

  // MARK: Texts

  private mutating func type(_ line: String, _ mode: Mode, _ speech: Speech) -> Reading {
    let text = line.hasPrefix("::") ? String(line.dropFirst()) : line
    if mode == .longText || mode == .text, text.hasSuffix("\\"), !text.hasSuffix("\\\\") {
      begun.append(String(text.dropLast()))
      return .events([])
    }
    let whole = (begun + [text]).joined(separator: "\n")
    begun = []
    // An empty line keeps the text unchanged.
    if whole.isEmpty { return .events([.key(mode == .letter ? .escape : .enter)]) }
    if mode == .letter { return .events([.key(.character(whole.first ?? " "))]) }
    if mode == .stars { return .events(Self.stars(whole)) }
    return .events(clear(speech) + newLines(in: whole) + [.paste(whole), .key(.enter)])
  }

  /// The digit, then a point for a half, or Enter.
  private static func stars(_ text: String) -> [Event] {
    let half = String(text.dropFirst())
    guard let digit = text.first, ("0"..."5").contains(digit),
      half.isEmpty || digit != "5" && [".", ".5", ",5", "½"].contains(half)
    else { return [.key(.escape)] }
    return [.key(.character(digit)), .key(half.isEmpty ? .enter : .character("."))]
  }

  private func clear(_ speech: Speech) -> [Event] {
    guard speech.editedLineCount > 1 else { return [.key(.end), .key(.control("u"))] }
    return [.key(.alt("<"))] + Array(repeating: .key(.control("k")), count: 2 * speech.editedLineCount)
  }

  /// Before several lines are pasted into a one-line text, it must become a multi-line text.
  private func newLines(in text: String) -> [Event] {
    text.contains { $0.isNewline } ? [.key(.control("j")), .key(.backspace)] : []
  }

  // MARK: Commands

  private func perform(_ command: String, _ mode: Mode, _ keys: KeyMap, _ speech: Speech) -> Reading {
    if let number = Int(command), number > 0 { return .events(choose(number, mode, speech)) }
    if let first = command.first, first == "/" || first == ":", command.count > 1,
      keys.action(for: .character(first), in: mode).map({ [.find, .jump].contains($0) }) == true
    {
      let clearing: [Event] = first == "/" ? [.key(.control("u"))] : []
      let typing: [Event] = [.paste(String(command.dropFirst())), .key(.enter)]
      return .events([.key(.character(first))] + clearing + typing)
    }
    if mode == .files, command.hasPrefix("/") || command.hasPrefix("~/") {
      let rest = command.hasPrefix("/") ? command.dropFirst() : command.dropFirst(2)
      return .events([.key(.character(command.first ?? "/")), .paste(String(rest)), .key(.enter)])
    }
    if mode == .alert,
      let answer = speech.choices.firstIndex(where: { $0.lowercased() == command.lowercased() })
    {
      return .events(give(answer, speech))
    }
    if let key = key(of: command, mode, keys) { return .events([.key(key)]) }
    if let key = Key(name: command).map({ keys.meaning(of: $0, in: mode) }),
      keys.action(for: key, in: mode) != nil
    {
      return .events([.key(key)])
    }
    return .say([
      "There is no “\(command)” here. \(speech.prompt == nil ? "help" : ":help") lists what you can do."
    ])
  }

  /// The key of the action with this name, or of the only action whose name starts with it.
  private func key(of name: String, _ mode: Mode, _ keys: KeyMap) -> Key? {
    let entries = keys.bindings(in: mode).flatMap(\.actions)
    if let entry = entries.first(where: { $0.action.name == name }) { return entry.key }
    let begun = entries.filter { name.count > 1 && $0.action.name?.hasPrefix(name) == true }
    return Set(begun.map(\.action)).count == 1 ? begun.first?.key : nil
  }

  private func choose(_ number: Int, _ mode: Mode, _ speech: Speech) -> [Event] {
    switch mode {
    case .list: return String(number).map { .key(.character($0)) } + [.key(.character("G"))]
    case .alert: return speech.choices.indices.contains(number - 1) ? give(number - 1, speech) : []
    default:
      let moves = Array(repeating: Event.key(mode.isForm ? .tab : .down), count: min(number - 1, 10_000))
      let chooses = mode.isForm || mode == .menu || !speech.choices.isEmpty
      return [.key(.home)] + moves + (chooses ? [.key(.enter)] : [])
    }
  }

  private func give(_ answer: Int, _ speech: Speech) -> [Event] {
    let count = speech.choices.count
    let moves = (answer - speech.selectedChoice + count) % count
    return Array(repeating: .key(.right), count: moves) + [.key(.enter)]
  }

  private static func help(_ mode: Mode, _ keys: KeyMap, takesText: Bool) -> [String] {
    let mark = takesText ? ":" : ""
    let entries = keys.bindings(in: mode).compactMap { binding -> String? in
      let names = binding.actions.compactMap(\.action.name).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
      }
      return names.isEmpty ? nil : names.map { mark + $0 }.joined(separator: ", ") + ": \(binding.does)"
    }
    let general =
      takesText
      ? ["Type the new text; an empty line keeps the old one, and \\ at the end continues on the next line."]
      : [
        "A number goes to that row or chooses that answer; an empty line goes to the row below; again repeats this."
      ]
    return general + entries
  }
}

extension Mode {
  fileprivate var isForm: Bool { self == .detailEditing || self == .draft }
}
