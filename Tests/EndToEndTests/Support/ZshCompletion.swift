/// The completions for zsh.
struct ZshCompletion {
  let command: CommandDescription

  var script: String {
    """
    #compdef booklist
    # Completions for zsh, made from the program's tables.

    _booklist_first() {
      local -a commands=(
    \(command.subcommands.map { "    '\($0.commandName):\(quoted(summary($0)))'" }.joined(separator: "\n"))
        'help:Show the help of a command'
      )
      local -i ret=1
      ((CURRENT == 2)) && _describe -t commands command commands && ret=0
      _files && ret=0
      return ret
    }

    # The fields, and after = the values of one.
    _booklist_fields() {
      local -a offers=("${(@f)$(booklist complete "${(@)words[1,CURRENT]:#booklist}" 2>/dev/null)}")
      ((${#offers[1]})) && compadd -S '' -a offers
    }

    _booklist() {
      if ((CURRENT > 2)); then
        case $words[2] in
    \(command.subcommands.map(branch).joined(separator: "\n"))
        help)
          _values command \(command.subcommands.map(\.commandName).joined(separator: " "))
          return
          ;;
        esac
      fi
      _arguments -s -S : \\
    \(arguments(command, first: "1:file:_booklist_first", indent: "    "))
    }

    _booklist "$@"

    """
  }

  private func branch(_ subcommand: CommandDescription) -> String {
    """
        \(subcommand.commandName))
          shift words
          ((CURRENT--))
          _arguments -s -S : \\
    \(arguments(subcommand, first: nil, indent: "        "))
          return
          ;;
    """
  }

  private func arguments(_ command: CommandDescription, first: String?, indent: String) -> String {
    let files = command.positionals.enumerated().map { place, argument in
      "'" + (first ?? "\(place + 1):\(argument.valueName ?? ""):_files") + "'"
    }
    let isOfRows = CommandDescription.namesOfRowCommands.contains(command.commandName)
    return (command.options.map(specification) + (isOfRows ? ["'*: :_booklist_fields'"] : files)).map {
      indent + $0
    }.joined(separator: " \\\n")
  }

  private func specification(_ option: ArgumentDescription) -> String {
    let names = option.names.count == 1 ? option.names[0] : "{\(option.names.joined(separator: ","))}"
    let others = option.names.count == 1 ? "" : "(\(option.names.joined(separator: " ")))"
    let repeats = option.isRepeating ? "*" : ""
    let value = option.valueName.map { "=[\(quoted(option.summary))]:\($0):\(words(option))" }
    let rest = value ?? "[\(quoted(option.summary))]"
    return option.names.count == 1 ? "'\(repeats)\(names)\(rest)'" : "'\(others)'\(names)'\(rest)'"
  }

  private func words(_ option: ArgumentDescription) -> String {
    if option.takesFile { return "_files" }
    return option.allValues.isEmpty ? "" : "(\(option.allValues.joined(separator: " ")))"
  }

  private func summary(_ command: CommandDescription) -> String {
    ArgumentDescription.summary(of: command.abstract)
  }

  /// Text between single quotes in which neither the shell nor `_arguments` finds anything of its own.
  private func quoted(_ text: String) -> String {
    ["\\", "[", "]"].reduce(text) { $0.replacing($1, with: "\\" + $1) }.replacing("'", with: "'\\''")
  }
}
