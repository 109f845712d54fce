import CNcurses
import Cells
import Platform

/// The terminal that the process runs in, as a full screen drawn by ncurses.
///
/// While it is open the modes are raw, so that Control with C, Z, S and Q are keys; standard error is held back where
/// it is the terminal too; and a crash restores the terminal before anything is printed. One terminal can be open at
/// a time, on the thread that made it.
///
/// Keys are read from the bytes themselves, not by ncurses: a paste has to come as one text, whatever it holds.
public final class CursesTerminal: Terminal {
  /// The size in cells, as of the last event; at least one column and one row.
  public private(set) var size = Size(columns: 0, rows: 0)

  /// Whether the locale encodes characters as UTF-8.
  public let isUnicode: Bool

  /// The number of colours that a picture can have; 0 if NO_COLOR asks for none.
  public let colors: Int

  /// How pictures of pixels are shown, as far as the terminal has said.
  public private(set) var pixels: PixelScreen?

  /// Ends a wait from another thread; does nothing once the terminal is closed.
  public let waker = Waker { cnc_wake() }

  private var painter: Painter
  private let theme: Theme
  private let takesPixels: Bool
  private let marksFrames: FrameMarks
  private var input: TerminalInput
  /// What is still to be told, first in, first out.
  private var events: [Event] = []
  /// The title that the window has by our asking.
  private var title: String?
  private var hasAsked = false
  private var isThemeFound = false
  private var reportsMouse = false
  /// When the mouse was used last.
  private var lastMouse: ContinuousClock.Instant?
  private var hasKeyboard = false
  private var typesText = true
  /// What is between, as far as it is known.
  private var multiplexer = Multiplexer.inEnvironment()
  private var tellsAppearance = false
  /// Signals and other bits that are still to be answered.
  private var pending: UInt32 = 0
  private var isUp = true
  private var isClosed = false

  /// Takes the terminal on standard input and output, with the locale of the environment.
  ///
  /// - Parameters:
  ///   - theme: The colours.
  ///   - styles: What the person has chosen instead for some roles.
  ///   - takesPixels: Whether pictures may be shown as pixels, where the terminal can.
  ///   - marksFrames: Whether frames are marked, so that the terminal shows each at one moment.
  /// - Throws: `TerminalError` if there is no terminal, or none that can show a full screen; nothing is changed then.
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

  /// Finds out whether a full screen can be had, and changes nothing.
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

  /// Shows a frame; what lies outside of the terminal is cut.
  ///
  /// Does nothing while the terminal is given back.
  ///
  /// - Complexity: O(n) in the cells; the terminal is sent what differs from what it shows.
  public func draw(_ frame: Frame) {
    guard isUp else { return }
    painter.draw(frame, on: size)
    ask()
  }

  /// Asks once, after the first frame, what the terminal can; nothing waits for the answers, which may never come.
  ///
  /// What it is comes last: every terminal answers that.
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

  /// What it is asked beside pictures; for the modes that the program has changed already it was asked before.
  private var questions: String {
    var questions = "\u{1B}[>c"
    if cnc_answers_modes() { questions += (mayMarkFrames ? "\u{1B}[?2026$p" : "") + "\u{1B}[?2031$p" }
    return questions + "\u{1B}[?u\u{1B}]11;?\u{1B}\\"
  }

  /// Whether frames are marked if the terminal says that it knows the marks.
  ///
  /// tmux says so whatever it is shown on, and then sends the whole pane at each mark.
  private var mayMarkFrames: Bool {
    switch marksFrames {
    case .auto: multiplexer == nil
    case .yes: true
    case .no: false
    }
  }

  /// Asks what kitty's protocol says to ask: whether a picture of one pixel could be shown.
  private static let pictureQuestion = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

  /// Whether the terminal is one of those that have iTerm2's images; there is no question for that.
  private static var hasInlineImages: Bool {
    let names = ["iTerm.app", "WezTerm", "mintty"]
    return Environment.value("TERM_PROGRAM").map(names.contains) ?? false
      || Environment.value("LC_TERMINAL") == "iTerm2"
  }

  /// Shows pictures as pixels from now on, in the best way that is known of so far: kitty's, iTerm2's, Sixel.
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

  /// Takes the theme for a background, if none was chosen and there are colours; the next frame shows it.
  ///
  /// Which of the two: by the luminance from which on black text has more contrast than white (WCAG 2.2).
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

  /// Has the terminal tell when it becomes light or dark, as some do in the evening, if that matters.
  private func followAppearance() {
    guard theme == .auto, colors > 0, !tellsAppearance else { return }
    tellsAppearance = true
    if isUp { write(Array(Self.appearanceOn.utf8)) }
  }

  private static let appearanceOn = "\u{1B}[?2031h"
  private static let appearanceOff = "\u{1B}[?2031l"

  /// Has the terminal send keys so that Esc is never the beginning of another one; it is released when the screen is left.
  private func disambiguateKeys() {
    guard !hasKeyboard else { return }
    hasKeyboard = true
    if isUp { write(keyboardOn) }
  }

  private var keyboardOn: [UInt8] { Array("\u{1B}[>\(keyboardFlags)u".utf8) }

  /// 1 to tell Esc from other keys, and 4 to name the key of a US keyboard; where no text is typed, 8 to do so for all keys,
  /// and 16 to name what they type.
  private var keyboardFlags: Int { typesText ? 5 : 29 }

  private static let keyboardOff = "\u{1B}[<u"

  /// The keys of a US keyboard that characters of other alphabets are on, as far as the terminal has told.
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

  /// Takes what the terminal has answered.
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

  /// Whether the terminal understands more than what terminfo says of it.
  private var understandsRequests: Bool { isUp && cnc_understands_xterm() }

  /// Whether the terminal is one that may have a clipboard; nothing is sent to others.
  public var hasClipboard: Bool { understandsRequests }

  /// Whether the terminal is one that reports the mouse; others are not asked to.
  public var hasMouse: Bool { understandsRequests }

  /// Asks for something besides a frame, where the terminal understands what xterm does.
  ///
  /// Does nothing while the terminal is given back.
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

  /// Restores the terminal, stops the whole job and takes the terminal back when the job goes on.
  ///
  /// `.continued` follows as an event, and `.resized` before it if that happened meanwhile. A process that no shell
  /// could continue is not stopped.
  public func suspend() {
    guard !isClosed else { return }
    leave()
    cnc_stop_job()
    pending |= cnc_take_pending() & ~cnc_pending_continue.rawValue
    resume()
  }

  /// Restores the terminal, runs a program in it and takes the terminal back when the program has ended.
  ///
  /// Control with C is the program's, Control with Z stops the whole job. A signal that ends this process ends the program
  /// first. `.continued` follows as an event, and `.resized` before it if that happened meanwhile.
  public func run(_ command: [String]) -> ProgramEnd {
    guard !isClosed else { return .notStarted(errno: ENOTTY) }
    leave()
    let end = Self.run(command)
    pending |= cnc_take_pending() & ~(cnc_pending_continue.rawValue | cnc_pending_stop.rawValue)
    resume()
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

  /// Restores the terminal, its modes and the signal handlers of before, and gives out what standard error held back.
  public func close() {
    guard !isClosed else { return }
    if isUp { releaseInput() }
    isClosed = true
    cnc_close()
  }

  /// Closes the terminal and ends the process by a signal's default action, so that a shell sees what ended it.
  public func die(of signal: Signal) -> Never {
    close()
    cnc_die(signal.number)
  }

  // MARK: Events

  /// Waits for the next event; nil when the time is over first.
  ///
  /// Signals come before keys, and keys before `.woken`: a woken loop goes on with work, and no key waits for that.
  /// After `.closed` every further call returns it at once.
  public func nextEvent(timeout: Duration?) -> Event? {
    if isClosed { return .closed }
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      pending |= cnc_take_pending()
      let event = nextSignal() ?? input.next()
      // What was answered before a key holds for it.
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

  /// The event of the lowest bit that is pending, except the one that wakes.
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

  /// Leaves the mouse and the keys to the terminal as they were, and what it still answers to nobody.
  private func releaseInput() {
    if reportsMouse { stopMouse() }
    if hasKeyboard { write(Array(Self.keyboardOff.utf8)) }
    if tellsAppearance { write(Array(Self.appearanceOff.utf8)) }
    if painter.hasLayer { write(PixelPicture.kittyRemoval) }
    isUp = false
    input.finishReplies()
    takeReplies()
  }

  /// Has the terminal report the mouse no more; if it is in use, what is on its way is read, up to an answer.
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

  /// Returns whether the size is another one.
  @discardableResult
  private func readSize() -> Bool {
    var columns: Int32 = 0
    var rows: Int32 = 0
    _ = cnc_update_size(&columns, &rows)
    let old = size
    size = Size(columns: Int(columns), rows: Int(rows))
    // Another size of the font.
    if let pixels { readPixels(pixels.format) }
    return size != old
  }
}

/// A program between this one and the terminal; the number is the one by which it answers what it is (DA2).
enum Multiplexer: Int {
  case screen = 83
  case tmux = 84

  /// The one that the environment is of, which need not be on this computer; nil for none.
  static func inEnvironment(variable: (String) -> String? = Environment.value) -> Multiplexer? {
    let name = variable("TERM") ?? ""
    if variable("TMUX") != nil || name.hasPrefix("tmux") { return .tmux }
    if variable("STY") != nil || name.hasPrefix("screen.") { return .screen }
    // tmux has that name by default; screen itself says what it is.
    return name.hasPrefix("screen") ? .tmux : nil
  }
}
