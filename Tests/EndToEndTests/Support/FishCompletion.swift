/// The completions for fish.
struct FishCompletion {
  let command: CommandDescription

  var script: String {
    let names = command.subcommands.map(\.commandName)
    let browsing = "not __booklist_command \((names + ["help"]).joined(separator: " "))"
    return """
      # Completions for fish, made from the program's tables.
      function __booklist_command
          set -l words (commandline -opc)
          set -q words[2]; and contains -- $words[2] $argv
      end

      \((command.subcommands.map(first) + [helpFirst]).joined(separator: "\n"))
      complete -c booklist -n '__booklist_command help' -f -a '\(names.joined(separator: " "))'
      complete -c booklist -n '__booklist_command \(CommandDescription.namesOfRowCommands.joined(separator: " "))' -f -a '(booklist complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
      \(lines(command, condition: browsing))
      \(command.subcommands.map { lines($0, condition: "__booklist_command \($0.commandName)") }
        .joined(separator: "\n"))

      """
  }

  private let isFirst = "test (count (commandline -opc)) -eq 1"

  private var helpFirst: String {
    "complete -c booklist -n '\(isFirst)' -a help -d 'Show the help of a command'"
  }

  private func first(_ subcommand: CommandDescription) -> String {
    let summary = quoted(ArgumentDescription.summary(of: subcommand.abstract))
    return "complete -c booklist -n '\(isFirst)' -a \(subcommand.commandName) -d \(summary)"
  }

  /// A line for each option, and one that keeps files away where the command takes none.
  private func lines(_ command: CommandDescription, condition: String) -> String {
    let begin = "complete -c booklist -n '\(condition)'"
    let noFiles = command.positionals.contains(where: \.takesFile) ? [] : ["\(begin) -f"]
    return (command.options.map { "\(begin) \(words($0))" } + noFiles).joined(separator: "\n")
  }

  private func words(_ option: ArgumentDescription) -> String {
    let names = option.names.map { name in
      name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())"
    }
    let value = option.valueName == nil ? [] : [option.takesFile ? "-r -F" : "-x"]
    let words = option.allValues.isEmpty ? [] : ["-a '\(option.allValues.joined(separator: " "))'"]
    return (names + value + words + ["-d", quoted(option.summary)]).joined(separator: " ")
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
