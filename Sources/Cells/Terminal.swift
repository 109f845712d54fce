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

  /// Whether the terminal can put a text on the clipboard.
  var hasClipboard: Bool { get }

  /// Whether the terminal is known to report the mouse on request.
  var hasMouse: Bool { get }

  /// The US keys of characters in other alphabets, if the terminal has told them.
  var baseKeys: [Character: Character] { get }

  /// Ends a wait from another thread.
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
