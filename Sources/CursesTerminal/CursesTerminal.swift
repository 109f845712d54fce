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
  private var input: TerminalInput
  /// What is still to be told, first in, first out.
  private var events: [Event] = []
  /// The title that the window has by our asking.
  private var title: String?
  private var hasAsked = false
  private var isThemeFound = false
  private var reportsMouse = false
  private var hasKeyboard = false
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
  /// - Throws: `TerminalError` if there is no terminal, or none that can show a full screen; nothing is changed then.
  public init(theme: Theme = .auto, styles: [Role: Style] = [:], takesPixels: Bool = true)
    throws(TerminalError)
  {
    try Self.check()
    isUnicode = cnc_take_locale()
    guard cnc_open() else { throw .unavailable }
    colors = Int(cnc_colors())
    painter = Painter(isUnicode: isUnicode, theme: theme, styles: styles)
    self.theme = theme
    self.takesPixels = takesPixels && isUnicode && colors > 0
    input = TerminalInput(isUnicode: isUnicode)
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
    input.expectReplies()
    let pictures = takesPixels && !isWithinAnother ? Self.pictureQuestion : ""
    write(Array("\u{1B}[?2026$p\u{1B}[?2031$p\u{1B}[?u\u{1B}]11;?\u{1B}\\\(pictures)\u{1B}[c".utf8))
    if pictures != "", Self.hasInlineImages { showPixels(.iterm) }
  }

  /// Asks what kitty's protocol says to ask: whether a picture of one pixel could be shown.
  private static let pictureQuestion = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

  /// Whether tmux or screen is between, which take the question for a title.
  private var isWithinAnother: Bool {
    let name = Environment.value("TERM") ?? ""
    return name.hasPrefix("screen") || name.hasPrefix("tmux") || Environment.value("TMUX") != nil
  }

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
    write(Array(Self.appearanceOn.utf8))
  }

  private static let appearanceOn = "\u{1B}[?2031h"
  private static let appearanceOff = "\u{1B}[?2031l"

  /// Has the terminal send keys so that Esc is never the beginning of another one; it is released when the screen is left.
  private func disambiguateKeys() {
    guard !hasKeyboard else { return }
    hasKeyboard = true
    write(Array(Self.keyboardOn.utf8))
  }

  private static let keyboardOn = "\u{1B}[>1u"
  private static let keyboardOff = "\u{1B}[<u"

  private func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { cnc_send($0.baseAddress, $0.count) } }

  /// Takes what the terminal has answered.
  private func takeReplies() {
    for reply in input.takeReplies() {
      switch reply {
      case .synchronization(let isKnown): cnc_synchronize(isKnown)
      case .background(let red, let green, let blue): take(red, green, blue)
      case .tellsAppearance(let isKnown): if isKnown { followAppearance() }
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
    if case .reportMouse(let isOn) = request { reportsMouse = isOn }
    if case .setTitle(let title) = request {
      if title == self.title { return }
      if self.title == nil { cnc_keep_title() }
      self.title = title
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
    isUp = false
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
      if let event = nextSignal() ?? input.next() { return event }
      takeReplies()
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

  /// Leaves the mouse and the keys to the terminal as they were.
  private func releaseInput() {
    if reportsMouse { write(TerminalRequest.reportMouse(false).bytes) }
    if hasKeyboard { write(Array(Self.keyboardOff.utf8)) }
    if tellsAppearance { write(Array(Self.appearanceOff.utf8)) }
    if painter.hasLayer { write(PixelPicture.kittyRemoval) }
  }

  private func leave() {
    releaseInput()
    isUp = false
    cnc_leave()
  }

  /// Takes the terminal back, unless the process is about to end: then its new owner keeps it.
  private func resume() {
    isUp = cnc_wait_for_foreground()
    guard isUp else { return }
    cnc_resume()
    painter.invalidate()
    if reportsMouse { send(.reportMouse(true)) }
    if hasKeyboard { write(Array(Self.keyboardOn.utf8)) }
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
