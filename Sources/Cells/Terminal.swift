/// What the browser needs of a terminal.
///
/// Not sendable: a terminal belongs to the thread that made it. Only its `waker` may be used elsewhere.
public protocol Terminal: AnyObject {
  /// The size in cells, as of the last event.
  var size: Size { get }

  /// Whether characters beyond ASCII can be shown.
  var isUnicode: Bool { get }

  /// The number of colours that a picture can have; 0 if there are none, 1 << 24 where each can be named by its
  /// red, green and blue.
  var colors: Int { get }

  /// How pictures of pixels are shown, or nil if only cells are; known some time after the first frame.
  var pixels: PixelScreen? { get }

  /// Whether a text can be put on the clipboard through the terminal.
  var hasClipboard: Bool { get }

  /// Whether the terminal is known to report the mouse if it is asked to.
  var hasMouse: Bool { get }

  /// The keys of a US keyboard that characters of other alphabets are on, as far as the terminal has told.
  var baseKeys: [Character: Character] { get }

  /// Ends a wait from another thread.
  var waker: Waker { get }

  /// Shows a frame; its size should be the terminal's, what lies outside is cut.
  func draw(_ frame: Frame)

  /// Waits for the next event and returns it, or nil when the time is over first; nil waits without end.
  func nextEvent(timeout: Duration?) -> Event?

  /// Asks for something besides a frame, without waiting for an answer.
  func send(_ request: TerminalRequest)

  /// Makes the next `draw` write every cell, whatever the terminal is believed to show.
  func invalidate()

  /// Restores the terminal, stops the process as Ctrl-Z does in a shell, and takes the terminal back when it goes on.
  func suspend()

  /// Restores the terminal, runs a program in it and takes the terminal back when the program has ended.
  ///
  /// - Parameter command: The program's path and its arguments; not empty.
  func run(_ command: [String]) -> ProgramEnd

  /// Restores the terminal for good; further calls do nothing.
  func close()
}

extension Terminal {
  /// Most terminals do not tell.
  public var baseKeys: [Character: Character] { [:] }
  /// Cells alone.
  public var pixels: PixelScreen? { nil }
  /// Most terminals have one.
  public var hasClipboard: Bool { true }
  /// Most terminals report one.
  public var hasMouse: Bool { true }
}
