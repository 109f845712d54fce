import ArgumentParser
import Screens

/// Shows the settings, where each comes from, and what is wrong with their file.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show the settings, and check their file.",
    discussion: """
      Settings are in booklist/config.toml in $XDG_CONFIG_HOME, or in ~/.config where that is not set. An argument comes \
      before a variable of the environment, such as BOOKLIST_SAVE_ON for save-on, that before the file, and that before what is usual.
      """)

  @Flag(name: .customLong("print"), help: "Print a whole settings file, with what is set now and comments.")
  var prints = false

  @Flag(help: "Say where each value comes from, as without any option.")
  var origin = false

  @Flag(help: "Say what is wrong with the file, with lines and columns; the exit status is 65 then.")
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
      isThere ? "\(SettingFile.path) is all right.\n" : "There is no \(SettingFile.path).\n")
  }
}
