import Platform
import Queries
import Records

enum FileArgument {
  /// Splits the options before a command from the command and the rest; without a command, there are none.
  static func globalOptions(before words: ArraySlice<String>) -> (options: [String], rest: ArraySlice<String>)
  {
    var (options, rest) = ([String](), words)
    while let word = rest.first {
      if word == "--read-only" || word.hasPrefix("--file=") || word.hasPrefix("--table=") {
        options.append(word)
        rest = rest.dropFirst()
      } else if ["-f", "--file", "--table"].contains(word), rest.count > 1 {
        options += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else {
        break
      }
    }
    return BookListCommand.command(named: rest.first) == nil ? ([], words) : (options, rest)
  }

  /// Why a word is not accepted as a file: it has neither a dot nor a slash, and no such file exists.
  static func problem(with word: String) -> String? {
    guard !word.contains("."), !word.contains("/"), !Library.exists(word) else { return nil }
    let names = BookListCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    let guess = SpellingGuess.nearest(to: word, among: names)
    return "There is no command and no file “\(word)”. "
      + (guess.map { "Did you mean booklist \($0)? " } ?? "booklist --help lists the commands. ")
      + "To make a new library: booklist new \(word).sqlite"
  }
}
