/// A terminal, as the browser needs it.
///
/// Not sendable: a terminal belongs to the thread that created it. Only its `waker` may be used elsewhere.
public protocol Terminal: AnyObject {
  /// The size in cells, as of the last event.
  var size: Size { get }

  /// Whether characters beyond ASCII can be shown.
  var isUnicode: Bool { get }

  /// The number of colours that a picture can have: 0 for none, 1 << 24 if all RGB colours are possible.
  var colors: Int { get }

  /// How pixel pictures are shown, or nil without pixels; known some time after the first frame.
  var pixels: PixelScreen? { get }

  var hasClipboard: Bool { get }

  /// Whether the terminal is known to report the mouse on request.
  var hasMouse: Bool { get }

  /// The US keys of characters in other alphabets, if the terminal has told them.
  var baseKeys: [Character: Character] { get }

  var waker: Waker { get }

  /// Shows a frame, which should have the terminal's size; the rest is cut.
  func draw(_ frame: Frame)

  /// Waits for the next event; nil if the timeout passes first. A nil timeout waits forever.
  func nextEvent(timeout: Duration?) -> Event?

  /// Requests something other than a frame, without waiting for an answer.
  func send(_ request: TerminalRequest)

  /// Makes the next `draw` write every cell, whatever the terminal is believed to show.
  func invalidate()

  /// Restores the terminal, stops the process as Ctrl-Z does in a shell, and takes the terminal back on continue.
  func suspend()

  /// Restores the terminal, runs a program by its path with arguments, and takes the terminal back afterwards.
  func run(_ command: [String]) -> ProgramEnd

  /// Restores the terminal for good; further calls do nothing.
  func close()
}

extension Terminal {
  /// None: most terminals do not tell.
  public var baseKeys: [Character: Character] { [:] }
  /// Nil: only cells.
  public var pixels: PixelScreen? { nil }
  /// True: most terminals have a clipboard.
  public var hasClipboard: Bool { true }
  /// True: most terminals report the mouse.
  public var hasMouse: Bool { true }
}

/// A terminal on top of another, to which it forwards everything that it does not do itself.
package protocol TerminalOverlay: Terminal {
  var terminal: any Terminal { get }
}

extension TerminalOverlay {
  package var size: Size { terminal.size }
  package var isUnicode: Bool { terminal.isUnicode }
  package var colors: Int { terminal.colors }
  package var waker: Waker { terminal.waker }
  package var hasClipboard: Bool { terminal.hasClipboard }
  package var hasMouse: Bool { terminal.hasMouse }
  package var baseKeys: [Character: Character] { terminal.baseKeys }

  package func send(_ request: TerminalRequest) { terminal.send(request) }
  package func invalidate() { terminal.invalidate() }
  package func suspend() { terminal.suspend() }
  package func run(_ command: [String]) -> ProgramEnd { terminal.run(command) }
  package func close() { terminal.close() }
}

/// A request to a terminal besides showing a frame; a terminal that cannot do it does nothing.
public enum TerminalRequest: Hashable, Sendable {
  /// Puts a base64 text on the clipboard of the person's own computer, which may not be the one that runs the program.
  case setClipboard(base64: String)
  /// Starts to report mouse events, or leaves the mouse to the terminal.
  case reportMouse(Bool)
  /// Sets the window title; control characters in it show as marks.
  case setTitle(String)
  /// Whether text is being typed. Otherwise keys are pressed, which the terminal may report by their place.
  case takeText(Bool)
}

/// How a program that was given the terminal ended.
public enum ProgramEnd: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)
  case notStarted(errno: Int32)
}

/// Ends a terminal's wait for the next event, from any thread.
public struct Waker: Sendable {
  private let action: @Sendable () -> Void

  /// Creates a waker that runs an action.
  public init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  /// Makes the terminal's `nextEvent` return `.woken`, now or at its next call.
  public func wake() { action() }
}
