import Foundation
import TestSupport
import Testing

/// Plays a script of `docs/pictures` in a terminal, and compares its screens with the pictures and with the film.
struct PicturePlayer {
  private let script: PictureScript
  private let terminal: TmuxSession
  /// The folder of `booklist`, as the scripts call the program.
  private let commands: TemporaryFolder
  private let path: String
  /// The script's own variables, and a time zone.
  private let variables: [String: String]
  private var varying: VaryingText
  /// The patterns for the next comparison only.
  private var varyingOnce: [String] = []
  private var film: Film?
  /// Shows the film.
  private var projector: Projector?

  /// Opens a terminal of the script's size, with the script's files in its home.
  init(_ script: PictureScript) async throws {
    self.script = script
    varying = VaryingText(hasPhoto: script.hasPhoto)
    commands = try Self.commands()
    path = "\(commands.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    variables = script.variables.merging(["TZ": Self.zoneWhereItIsNoon()]) { own, _ in own }
    // The screens are as people see them, with the meter that the other tests spell out.
    let seen = variables.merging(["PATH": path, "BOOKLIST_METER": "auto"]) { own, _ in own }
    terminal = try await TmuxSession(columns: script.columns, rows: script.rows, environment: seen)
    for file in script.files {
      try FileManager.default.copyItem(at: file, to: terminal.home.appending(path: file.lastPathComponent))
    }
  }

  /// A time zone, as POSIX writes it, where midnight is far away: a time of yesterday has its date on the screen.
  private static func zoneWhereItIsNoon() -> String {
    let hour = Int(Date.now.timeIntervalSince1970) / 3_600 % 24
    return "NOON\(hour - 12)"
  }

  private static func commands() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "booklist"), withDestinationURL: URL(filePath: Program.path))
    if !Command.isInstalled("chafa") {
      try TestScript.write(standIn, to: folder.url.appending(path: "chafa"))
    }
    return folder
  }

  /// Fills the size that chafa is asked for with blocks.
  private static let standIn = """
    cat >/dev/null
    for argument do
      if [ "$last" = --size ]; then columns=${argument%x*} rows=${argument#*x}; fi
      last=$argument
    done
    line=$(printf "%${columns}s" | sed 's/ /█/g')
    while [ "$rows" -gt 0 ]; do echo "$line"; rows=$((rows - 1)); done
    """

  /// Does all steps; throws where a screen never becomes what it should be.
  mutating func play() async throws {
    for step in script.steps {
      switch step {
      case .run(let command): try run(command)
      case .type(let text, let isLine):
        if isLine { try await waitForPrompt() }
        try terminal.type(text)
        if isLine { try terminal.press("Enter") }
      case .paste(let text): try terminal.paste(text)
      case .press(let keys): for key in keys { try terminal.press(key) }
      case .wait(let text, let isShown): try await wait(text, isShown)
      case .leaveOut(let pattern): varying.leaveOut(pattern)
      case .leaveOutOnce(let pattern): varyingOnce.append(pattern)
      case .compare(let file): try await compare(with: file)
      case .film(let file): try await begin(file)
      case .mark(let marker): try await compare(at: marker)
      }
    }
  }

  /// Runs a command in the terminal's home, as another program.
  private func run(_ command: String) throws {
    let home = terminal.home.path(percentEncoded: false)
    let variables = [
      "PATH": path, "HOME": home, "XDG_DATA_HOME": home + "data", "XDG_STATE_HOME": home + "state",
      "XDG_CONFIG_HOME": home + "config", "XDG_CACHE_HOME": home + "cache", "LANG": "C.UTF-8",
    ]
    try Command.run(
      ["/bin/sh", "-c", "cd \"$HOME\" || exit; \(command)"],
      environment: variables.merging(self.variables) { $1 })
  }

  /// Waits until the shell reads a line: what is typed before that is shown above its prompt.
  private func waitForPrompt() async throws {
    try await terminal.waitUntil("the shell reads a line") {
      $0.split(separator: "\n").map { $0.filter { $0 != " " } }.last { !$0.isEmpty } == "$"
    }
  }

  private func wait(_ text: String, _ isShown: Bool) async throws {
    try await terminal.waitUntil("“\(text)” is \(isShown ? "there" : "gone")") {
      $0.contains(text) == isShown
    }
  }

  private mutating func compare(with file: URL) async throws {
    var varying = varying
    for pattern in varyingOnce { varying.leaveOut(pattern) }
    varyingOnce = []
    let expected = try varying.masked(Self.description(in: file))
    try await terminal.waitUntil("the screen is that of \(file.lastPathComponent):\n\(expected)\n") {
      try varying.masked($0) == expected
    }
  }

  /// The text of the screen in a picture.
  private static func description(in file: URL) throws -> String {
    let picture = try String(contentsOf: file, encoding: .utf8)
    let match = try #require(picture.firstMatch(of: /(?s)<desc>\n(.*?)\n<\/desc>/))
    return String(match.1)
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }

  private mutating func begin(_ file: URL) async throws {
    film = try Film(file)
    projector = try await Projector(columns: script.columns, rows: script.rows)
  }

  private func compare(at marker: String) async throws {
    let varying = varying
    let projector = try #require(self.projector)
    try projector.play(try #require(self.film).output(before: marker))
    try await terminal.waitUntil("the screen is that of the film at “\(marker)”") {
      try varying.masked($0) == varying.masked(projector.terminal.screen())
    }
  }
}
