/// The completions for bash, also for the old one of macOS.
struct BashCompletion {
  let command: CommandDescription

  var script: String {
    """
    # Completions for bash, made from the program's tables.
    _booklist() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
      local command= options= words= files= word
      # To bash the = of --option=value is a word.
      if [[ $cur == = ]]; then
        cur=
      elif [[ $prev == = ]] && ((COMP_CWORD > 2)); then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]}
      case $command:$prev in
    \(command.subcommands.flatMap { cases($0, pattern: $0.commandName) }.joined(separator: "\n"))
      help:*) words='\(names)' ;;
    \(cases(command, pattern: "*").joined(separator: "\n"))
      esac
      ((COMP_CWORD == 1)) && words='\(names) help'
      [[ $cur == -* ]] && words=$options files=
      COMPREPLY=()
      case $command in
      \(CommandDescription.namesOfRowCommands.joined(separator: "|")))
        # The fields, and after = the values of one, with what a shell would take apart in quotes.
        if [[ $cur != -* && $prev != -f && $prev != --file && $prev != --format ]]; then
          while IFS= read -r word; do
            [[ ${COMP_WORDS[COMP_CWORD - 1]} != = && ${COMP_WORDS[COMP_CWORD]} != = ]] || word=${word#*=}
            COMPREPLY+=("$(printf %q "$word")")
          done < <(booklist complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
          [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
        fi
        ;;
      esac
      while IFS= read -r word; do
        COMPREPLY+=("$word")
      done < <(
        compgen -W "$words" -- "$cur"
        [[ -z $files ]] || compgen -f -- "$cur"
      )
    }
    complete -o filenames -F _booklist booklist

    """
  }

  private var names: String { command.subcommands.map(\.commandName).joined(separator: " ") }

  /// What follows each option of a command that takes a value, and then what the command takes.
  private func cases(_ command: CommandDescription, pattern: String) -> [String] {
    let values = command.options.filter { $0.valueName != nil }.flatMap { option in
      option.names.map { "\(pattern):\($0)) " + words(option) }
    }
    let options = command.options.flatMap(\.names).joined(separator: " ")
    let files = command.positionals.contains(where: \.takesFile) ? " files=1" : ""
    return (values + ["\(pattern):*) options='\(options)'\(files)"]).map { "  \($0) ;;" }
  }

  private func words(_ option: ArgumentDescription) -> String {
    option.takesFile ? "files=1" : "words='\(option.allValues.joined(separator: " "))'"
  }
}
