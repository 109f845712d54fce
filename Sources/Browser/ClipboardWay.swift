import Platform

/// A way to copy a text to the clipboard.
enum ClipboardWay: Hashable {
  /// By a program of the system, which reads the text from its input.
  case program(path: String, arguments: [String])
  /// By the terminal, which may be on another computer.
  case terminal

  /// The most bytes that it takes.
  ///
  /// Terminals and multiplexers accept sequences of 100,000 bytes, including the text in base64.
  var limit: Int {
    switch self {
    case .program: 16 << 20
    case .terminal: 74_994
    }
  }

  /// The available ways, best one first: a multiplexer knows the terminals it is shown on, and a program of the
  /// system takes texts of any length, but only on this computer.
  ///
  /// - Parameters:
  /// - variable: Returns the value of an environment variable.
  /// - program: Returns the path of a program.
  static func all(
    variable: (String) -> String? = Environment.value,
    program: (String) -> String? = { Environment.program($0) }
  ) -> [ClipboardWay] {
    func way(_ name: String, _ arguments: [String] = []) -> ClipboardWay? {
      program(name).map { .program(path: $0, arguments: arguments) }
    }
    func isSet(_ name: String) -> Bool { variable(name)?.isEmpty == false }
    let isRemote = isSet("SSH_CONNECTION") || isSet("SSH_TTY")
    var ways: [ClipboardWay?] = []
    #if canImport(Darwin)
      if !isRemote { ways.append(way("pbcopy")) }
    #endif
    if !isRemote, isSet("WAYLAND_DISPLAY") { ways.append(way("wl-copy")) }
    if !isRemote, isSet("DISPLAY") {
      ways.append(way("xclip", ["-selection", "clipboard"]) ?? way("xsel", ["--clipboard", "--input"]))
    }
    if isSet("TMUX") { ways.append(way("tmux", ["load-buffer", "-w", "-"])) }
    return ways.compactMap(\.self) + [.terminal]
  }
}
