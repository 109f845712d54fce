import ArgumentParser

struct ConfigCommand: DescribedCommand {
  static let effect = CommandEffect.elsewhere

  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show the settings, and check the settings file.",
    usage: "booklist config [--print] [--origin] [--check]",
    discussion: """
      Settings are in booklist/config.toml in $XDG_CONFIG_HOME, by default ~/.config. An argument overrides an environment \
      variable, such as BOOKLIST_SAVE_ON for save-on; a variable overrides the file, and the file overrides the default.
      """)

  @Flag(
    name: .customLong("print"), help: "Print a complete settings file, with comments and the current values.")
  var prints = false

  @Flag(help: "Print where each value comes from. This is the default.")
  var origin = false

  @Flag(help: "Report errors in the file, with lines and columns; the exit status is then 65.")
  var check = false

  func run() throws {
    let preferences = Preferences()
    if check { return try say(preferences.allProblems) }
    for problem in preferences.allProblems { StandardError.say(problem) }
    StandardOutput.write(prints ? SettingText.file(preferences) : SettingText.origins(preferences))
  }

  private func say(_ problems: [String]) throws {
    for problem in problems { StandardError.say(problem) }
    if !problems.isEmpty { throw CommandStatus.unreadableInput }
    let isThere = Library.exists(SettingFile.path)
    StandardOutput.write(
      isThere ? "\(SettingFile.path) has no errors.\n" : "There is no \(SettingFile.path).\n")
  }
}
