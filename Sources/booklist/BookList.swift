import ArgumentParser
import Platform

@main
enum BookList {
  /// `booklist` and `booklist FILE` skip the parser, which takes as long to start as reading the first screen.
  static func main() {
    // A write beyond the file size limit then fails with an error instead of ending the program.
    signal(SIGXFSZ, SIG_IGN)
    // Before and after the screen, there is nothing to release for a memory warning.
    signal(SIGUSR1, SIG_IGN)
    if let argument = unreadableArgument {
      StandardError.say(TerminalWording.notUTF8(argument))
      exit(ExitCode.validationFailure.rawValue)
    }
    // Read from C: building the array of all arguments takes as long as a query.
    let file = CommandLine.argc > 1 ? CommandLine.unsafeArgv[1] : nil
    if CommandLine.argc > 2 || file.map(mayBeWord) == true {
      exit(run(Array(CommandLine.arguments.dropFirst())))
    } else {
      let given = GivenSettings(file: file.map { String(cString: $0) })
      exit(Preferences(given: given).session.run())
    }
  }

  /// Whether an argument may be an option or the name of a command: file names usually have a dot or a slash.
  private static func mayBeWord(_ argument: UnsafeMutablePointer<CChar>) -> Bool {
    argument.pointee == CChar(UInt8(ascii: "-")) || strpbrk(argument, "./") == nil
  }

  /// Runs a command in the current world; the main command's parser would take command names for files.
  static func run(_ words: [String]) -> Int32 {
    let words = words.first == "help" ? words[1...].prefix(1) + ["--help"] : words[...]
    let (options, rest) = FileArgument.globalOptions(before: words)
    if let command = BookListCommand.command(named: rest.first) {
      return run(command, options + rest.dropFirst())
    } else {
      return run(BookListCommand.self, Array(words))
    }
  }

  /// Runs a command like its own `main`, but escapes the words that the parser repeats before they reach a terminal.
  private static func run(_ command: any ParsableCommand.Type, _ words: [String]) -> Int32 {
    do {
      var parsed = try command.parseAsRoot(words)
      try parsed.run()
      return StandardOutput.finish() ? 0 : CommandStatus.nothingDone.rawValue
    } catch {
      let (text, code) = (fullMessage(of: error, command), command.exitCode(for: error))
      if !text.isEmpty {
        if code.isSuccess { StandardOutput.write(text + "\n") } else { StandardError.show(text) }
      }
      let isWritten = StandardOutput.finish()
      return code.isSuccess && !isWritten ? CommandStatus.nothingDone.rawValue : code.rawValue
    }
  }

  /// The parser's message, which lacks the `booklist` before a command's name.
  private static func fullMessage(of error: any Error, _ command: any ParsableCommand.Type) -> String {
    var text = command.fullMessage(for: error)
    if text.hasPrefix(Self.errorMark) { text = "booklist: " + text.dropFirst(Self.errorMark.count) }
    guard command != BookListCommand.self, let name = command.configuration.commandName else { return text }
    return text.replacing("See '\(name) --help'", with: "See 'booklist \(name) --help'")
  }

  private static let errorMark = "Error: "

  /// The first argument that is not UTF-8: converted to a string, it would name another file.
  private static var unreadableArgument: String? {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      if String(validatingCString: argument) == nil { return String(cString: argument) }
    }
    return nil
  }
}
