import CNcurses
import Cells
import Platform

/// The terminal of the process, as a full screen drawn by ncurses.
///
/// While it is open, the modes are raw, so that Control with C, Z, S and Q are keys; standard error is held back if it is the
/// terminal too; and a crash restores the terminal before anything is printed. Only one terminal can be open, on the thread
/// that created it.
///
/// Keys are read from the raw bytes, not by ncurses, so that a paste arrives as one text, whatever it holds.
public final class CursesTerminal: Terminal {
  /// The size in cells, as of the last event; at least one column and one row.
  public private(set) var size = Size(columns: 0, rows: 0)

  /// Whether the locale encodes characters as UTF-8.
  public let isUnicode: Bool

  /// The number of colours that a picture can have; 0 if NO_COLOR is set.
  public let colors: Int

  /// How pixel pictures are shown; nil until the terminal has answered.
  public private(set) var pixels: PixelScreen?

  /// Ends a wait from another thread; does nothing once the terminal is closed.
  public let waker = Waker { cnc_wake() }

  private var painter: Painter
  private let theme: Theme
  private let takesPixels: Bool
  private let marksFrames: FrameMarks
  private var input: TerminalInput
  private var events: [Event] = []
  private var title: String?
  private var hasAsked = false
  private var isThemeFound = false
  private var reportsMouse = false
  private var lastMouse: ContinuousClock.Instant?
  private var hasKeyboard = false
  private var typesText = true
  private var multiplexer = Multiplexer.inEnvironment()
  private var tellsAppearance = false
  private var pending: UInt32 = 0
  private var isUp = true
  private var isClosed = false

  /// Takes the terminal on standard input and output, with the locale of the environment.
  ///
  /// Without a terminal that can show a full screen, throws and changes nothing.
  public init(
    theme: Theme = .auto, styles: [Role: Style] = [:], takesPixels: Bool = true,
    marksFrames: FrameMarks = .auto
  ) throws(TerminalError) {
    try Self.check()
    isUnicode = cnc_take_locale()
    guard cnc_open() else { throw .unavailable }
    colors = Int(cnc_colors())
    painter = Painter(isUnicode: isUnicode, theme: theme, styles: styles)
    self.theme = theme
    self.takesPixels = takesPixels && isUnicode && colors > 0
    self.marksFrames = marksFrames
    input = TerminalInput(isUnicode: isUnicode)
    if cnc_answers_modes() { expectReplies() }
    readSize()
  }

  deinit {
    cnc_close()
  }

  /// Checks whether a full screen is possible, and changes nothing.
  public static func check() throws(TerminalError) {
    if isatty(STDIN_FILENO) == 0 { throw .inputIsNoTerminal }
    if isatty(STDOUT_FILENO) == 0 { throw .outputIsNoTerminal }
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    switch cnc_check() {
    case cnc_check_usable: return
    case cnc_check_unset: throw .typeUnset
    case cnc_check_unknown: throw .typeUnknown(name)
    default: throw .noFullScreen(name)
    }
  }

  /// Shows the part of a frame inside the terminal, unless the terminal is released; sends only differences.
  public func draw(_ frame: Frame) {
    guard isUp else { return }
    painter.draw(frame, on: size)
    ask()
  }

  /// Asks once, after the first frame, what the terminal can do.
  ///
  /// Every terminal answers the last question, for its attributes. Nothing waits for the answers, which may never come.
  private func ask() {
    guard !hasAsked, cnc_understands_xterm() else { return }
    hasAsked = true
    expectReplies()
    let pictures = takesPixels && multiplexer == nil && cnc_answers_modes() ? Self.pictureQuestion : ""
    write(Array("\(questions)\(pictures)\u{1B}[c".utf8))
    if pictures != "", Self.hasInlineImages { showPixels(.iterm) }
  }

  private func expectReplies() {
    input.expectReplies()
    cnc_await_answers(true)
  }

  /// The questions besides those about pictures; modes that the program has already changed were queried before.
  private var questions: String {
    var questions = "\u{1B}[>c"
    if cnc_answers_modes() { questions += (mayMarkFrames ? "\u{1B}[?2026$p" : "") + "\u{1B}[?2031$p" }
    return questions + "\u{1B}[?u\u{1B}]11;?\u{1B}\\"
  }

  /// tmux always claims to know the marks, and then sends the whole pane at each mark.
  private var mayMarkFrames: Bool {
    switch marksFrames {
    case .auto: multiplexer == nil
    case .yes: true
    case .no: false
    }
  }

  private static let pictureQuestion = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

  /// Whether the terminal is known to have iTerm2's images, which cannot be queried.
  private static var hasInlineImages: Bool {
    let names = ["iTerm.app", "WezTerm", "mintty"]
    return Environment.value("TERM_PROGRAM").map(names.contains) ?? false
      || Environment.value("LC_TERMINAL") == "iTerm2"
  }

  private func showPixels(_ format: PixelProtocol) {
    guard takesPixels, pixels == nil || format == .kitty else { return }
    readPixels(format)
    waker.wake()
  }

  private func readPixels(_ format: PixelProtocol) {
    var (width, height): (Int32, Int32) = (0, 0)
    _ = cnc_cell_size(&width, &height)
    pixels = PixelScreen(format, cellWidth: Int(width), cellHeight: Int(height))
  }

  /// Chooses the theme for a background, if the person chose none and there are colours.
  private func take(_ red: Double, _ green: Double, _ blue: Double) {
    guard !isThemeFound else { return }
    isThemeFound = true
    take(isLight: Luminance.of(red, green, blue) > Luminance.middle)
  }

  private func take(isLight: Bool) {
    guard theme == .auto, colors > 0 else { return }
    painter.take(isLight ? .light : .dark)
    waker.wake()
  }

  private func followAppearance() {
    guard theme == .auto, colors > 0, !tellsAppearance else { return }
    tellsAppearance = true
    if isUp { write(Array(Self.appearanceOn.utf8)) }
  }

  private static let appearanceOn = "\u{1B}[?2031h"
  private static let appearanceOff = "\u{1B}[?2031l"

  /// Makes the terminal send keys so that Esc never begins another key; undone when the screen is left.
  private func disambiguateKeys() {
    guard !hasKeyboard else { return }
    hasKeyboard = true
    if isUp { write(keyboardOn) }
  }

  private var keyboardOn: [UInt8] { Array("\u{1B}[>\(keyboardFlags)u".utf8) }

  /// 1 distinguishes Esc, and 4 adds the key of a US keyboard; 8 does so for all keys, and 16 adds the text.
  private var keyboardFlags: Int { typesText ? 5 : 29 }

  private static let keyboardOff = "\u{1B}[<u"

  /// The US keys of characters in other alphabets, if the terminal has told them.
  public var baseKeys: [Character: Character] { input.baseKeys }

  private func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { cnc_send($0.baseAddress, $0.count) } }

  private func take(_ mode: Int, _ state: ModeState) {
    if state == .set || state == .reset { cnc_found_mode(Int32(mode), state == .set) }
    switch mode {
    case 2026: cnc_synchronize(state.canBeSet && mayMarkFrames)
    case 2031: if state.canBeSet { followAppearance() }
    default: break
    }
  }

  private func takeReplies() {
    defer { cnc_await_answers(input.awaitsReply) }
    for reply in input.takeReplies() {
      switch reply {
      case .program(let number): multiplexer = Multiplexer(rawValue: number) ?? multiplexer
      case .mode(let mode, let state): take(mode, state)
      case .background(let red, let green, let blue): take(red, green, blue)
      case .appearance(let isLight): take(isLight: isLight)
      case .keyboard: disambiguateKeys()
      case .pictures: showPixels(.kitty)
      case .attributes(let hasSixel): if hasSixel { showPixels(.sixel) }
      }
    }
  }

  private var understandsRequests: Bool { isUp && cnc_understands_xterm() }

  /// Whether the terminal may have a clipboard.
  public var hasClipboard: Bool { understandsRequests }

  /// Whether the terminal reports the mouse; others are not asked to.
  public var hasMouse: Bool { understandsRequests }

  /// Sends a request if the terminal understands xterm's sequences and is not released.
  public func send(_ request: TerminalRequest) {
    guard understandsRequests else { return }
    switch request {
    case .reportMouse(let isOn): reportsMouse = isOn
    case .setTitle(let title):
      if title == self.title { return }
      if self.title == nil { cnc_keep_title() }
      self.title = title
    case .setClipboard: return write(multiplexer == .screen ? request.bytesForScreen : request.bytes)
    case .takeText(let isTyped):
      if isTyped == typesText { return }
      typesText = isTyped
      if hasKeyboard { write(Array("\u{1B}[=\(keyboardFlags)u".utf8)) }
    }
    write(request.bytes)
  }

  /// Makes the next `draw` write every cell.
  public func invalidate() { painter.invalidate() }

  /// Restores the terminal, stops the whole job, and takes the terminal back when the job continues.
  ///
  /// `.continued` follows as an event, after `.resized` if the size has changed meanwhile. A process that no shell could
  /// continue is not stopped.
  public func suspend() {
    guard !isClosed else { return }
    leave()
    cnc_stop_job()
    pending |= cnc_take_pending() & ~cnc_pending_continue.rawValue
    resume()
  }

  /// Restores the terminal, runs a program in it, and takes the terminal back when the program has ended.
  ///
  /// Control-C goes to the program, Control-Z stops the whole job. A signal that ends this process ends the program first.
  /// `.continued` follows as an event, after `.resized` if the size has changed meanwhile.
  public func run(_ command: [String]) -> ProgramEnd {
    guard !isClosed else { return .notStarted(errno: ENOTTY) }
    leave()
    let end = Self.run(command)
    let ofProgram =
      cnc_pending_continue.rawValue | cnc_pending_stop.rawValue | cnc_pending_interrupt.rawValue
    pending |= cnc_take_pending() & ~ofProgram
    resume()
    // A Control-C that came just before or after the program was meant for it.
    pending |= cnc_take_pending() & ~cnc_pending_interrupt.rawValue
    return end
  }

  private static func run(_ command: [String]) -> ProgramEnd {
    let arguments = command.map { strdup($0) }
    defer { arguments.forEach { free($0) } }
    var status: Int32 = 0
    let error = (arguments + [nil]).withUnsafeBufferPointer { cnc_run($0.baseAddress, &status) }
    if error != 0 { return .notStarted(errno: error) }
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
  }

  /// Restores the terminal, its modes and the earlier signal handlers, and prints the held standard error.
  public func close() {
    guard !isClosed else { return }
    if isUp { releaseInput() }
    isClosed = true
    cnc_close()
  }

  /// Closes the terminal and ends the process by a signal's default action, so that a shell sees the cause.
  public func die(of signal: Signal) -> Never {
    close()
    cnc_die(signal.number)
  }

  // MARK: Events

  /// Waits for the next event; nil if the timeout passes first.
  ///
  /// Signals come before keys, and keys before `.woken`: a woken loop continues its work, and no key waits for that. After
  /// `.closed`, every further call returns it at once.
  public func nextEvent(timeout: Duration?) -> Event? {
    if isClosed { return .closed }
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      pending |= cnc_take_pending()
      let event = nextSignal() ?? input.next()
      // Answers before a key apply to that key.
      takeReplies()
      if let event {
        if case .mouse = event { lastMouse = .now }
        return event
      }
      let isWoken = pending & cnc_pending_wake.rawValue != 0
      switch input.wait(until: isWoken ? .now : deadline) {
      case .input: continue
      case .signal where !isWoken: continue
      case .signal, .timeIsOver:
        pending &= ~cnc_pending_wake.rawValue
        return isWoken ? .woken : nil
      case .closed:
        pending |= cnc_take_pending()
        return nextSignal() ?? .closed
      }
    }
  }

  private func nextSignal() -> Event? {
    if !events.isEmpty { return events.removeFirst() }
    while pending & ~cnc_pending_wake.rawValue != 0 {
      let bit = pending & (~pending + 1)
      pending &= ~bit
      if let event = answer(bit) { return event }
    }
    return nil
  }

  private func answer(_ bit: UInt32) -> Event? {
    switch bit {
    case cnc_pending_continue.rawValue:
      resume()
      return events.isEmpty ? nil : events.removeFirst()
    case cnc_pending_resize.rawValue:
      return readSize() ? .resized(size) : nil
    default: return Signal.allCases.first { $0.pendingBit == bit }.map { .signal($0) }
    }
  }

  // MARK: Leaving and coming back

  private func releaseInput() {
    if reportsMouse { stopMouse() }
    if hasKeyboard { write(Array(Self.keyboardOff.utf8)) }
    if tellsAppearance { write(Array(Self.appearanceOff.utf8)) }
    if painter.hasLayer { write(PixelPicture.kittyRemoval) }
    isUp = false
    input.finishReplies()
    takeReplies()
  }

  /// Turns mouse reports off; if the mouse is in use, reads the pending reports up to an answer.
  private func stopMouse() {
    write(TerminalRequest.reportMouse(false).bytes)
    guard let lastMouse, ContinuousClock.now - lastMouse < .seconds(1) else { return }
    write(Array("\u{1B}[c".utf8))
    expectReplies()
  }

  private func leave() {
    releaseInput()
    cnc_leave()
  }

  /// Takes the terminal back, unless the process is about to end: then its new owner keeps it.
  private func resume() {
    isUp = cnc_wait_for_foreground()
    guard isUp else { return }
    cnc_resume()
    painter.invalidate()
    if reportsMouse { send(.reportMouse(true)) }
    if hasKeyboard { write(keyboardOn) }
    if tellsAppearance { write(Array(Self.appearanceOn.utf8)) }
    if let title {
      self.title = nil
      send(.setTitle(title))
    }
    if readSize() { events.append(.resized(size)) }
    events.append(.continued)
  }

  @discardableResult
  private func readSize() -> Bool {
    var columns: Int32 = 0
    var rows: Int32 = 0
    _ = cnc_update_size(&columns, &rows)
    let old = size
    size = Size(columns: Int(columns), rows: Int(rows))
    // The font size may have changed.
    if let pixels { readPixels(pixels.format) }
    return size != old
  }
}

/// A program between this one and the terminal; the raw value is its number in a DA2 answer.
enum Multiplexer: Int {
  case screen = 83
  case tmux = 84

  /// The multiplexer named by the environment, which may be on another computer.
  static func inEnvironment(variable: (String) -> String? = Environment.value) -> Multiplexer? {
    let name = variable("TERM") ?? ""
    if variable("TMUX") != nil || name.hasPrefix("tmux") { return .tmux }
    if variable("STY") != nil || name.hasPrefix("screen.") { return .screen }
    // tmux uses that name by default; screen sets its own variable.
    return name.hasPrefix("screen") ? .tmux : nil
  }
}

/// Whether frames are marked (mode 2026), so that the terminal shows each at once.
public enum FrameMarks: String, CaseIterable, Sendable {
  /// If the terminal claims to know the marks, and there is no multiplexer.
  case auto
  /// If the terminal or the multiplexer claims to know the marks.
  case yes
  case no
}

/// Why a full screen is impossible.
public enum TerminalError: Error, Hashable, Sendable {
  case inputIsNoTerminal
  case outputIsNoTerminal
  case typeUnset
  case typeUnknown(String)
  /// This TERM cannot move the cursor or clear the screen.
  case noFullScreen(String)
  case unavailable
}

extension Signal {
  fileprivate var number: Int32 {
    switch self {
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .interrupt: SIGINT
    case .stop: SIGTSTP
    case .memoryWarning: SIGUSR1
    }
  }

  fileprivate var pendingBit: UInt32 {
    switch self {
    case .terminate: cnc_pending_terminate.rawValue
    case .hangUp: cnc_pending_hang_up.rawValue
    case .interrupt: cnc_pending_interrupt.rawValue
    case .stop: cnc_pending_stop.rawValue
    case .memoryWarning: cnc_pending_user.rawValue
    }
  }
}
