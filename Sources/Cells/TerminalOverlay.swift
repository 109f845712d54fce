/// A terminal on top of another, to which it forwards everything that it does not do itself.
public protocol TerminalOverlay: Terminal {
  /// The terminal below.
  var terminal: any Terminal { get }
}

extension TerminalOverlay {
  /// As the terminal below.
  public var size: Size { terminal.size }
  /// As the terminal below.
  public var isUnicode: Bool { terminal.isUnicode }
  /// As the terminal below.
  public var colors: Int { terminal.colors }
  /// As the terminal below.
  public var waker: Waker { terminal.waker }
  /// As the terminal below.
  public var hasClipboard: Bool { terminal.hasClipboard }
  /// As the terminal below.
  public var hasMouse: Bool { terminal.hasMouse }
  /// As the terminal below.
  public var baseKeys: [Character: Character] { terminal.baseKeys }

  /// Forwards a request.
  public func send(_ request: TerminalRequest) { terminal.send(request) }
  /// Makes the next frame a full redraw.
  public func invalidate() { terminal.invalidate() }
  /// Suspends the process as the terminal below does.
  public func suspend() { terminal.suspend() }
  /// Lends the whole terminal to another program.
  public func run(_ command: [String]) -> ProgramEnd { terminal.run(command) }
  /// Closes the terminal below.
  public func close() { terminal.close() }
}
