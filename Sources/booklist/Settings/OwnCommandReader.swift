import Cells
import Formats
import Screens

struct OwnCommandReader {
  let name: String
  let entries: [String: TOMLEntry]

  private enum Input: String { case rows, none }

  private static let keys = ["input", "key", "output", "run"]

  var result: Result<OwnCommand, TOMLProblem> {
    do throws(TOMLProblem) {
      return .success(try command())
    } catch {
      return .failure(error)
    }
  }

  private func command() throws(TOMLProblem) -> OwnCommand {
    let first = entries.values.min { $0.line < $1.line }
    if let unknown = entries.values.first(where: { !Self.keys.contains($0.key) }) {
      throw problem("a command has no “\(unknown.key)”; it has \(Self.keys.joined(separator: ", "))", unknown)
    }
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else {
      throw problem(
        "“\(name)” cannot be the name of a command; it may have letters, digits and hyphens", first)
    }
    guard !CommandNames.areTaken(name) else { throw problem("there is a command “\(name)” already", first) }
    guard let run = entries["run"], case .array(let words) = run.value, !words.isEmpty,
      words.allSatisfy({ if case .string = $0 { true } else { false } })
    else {
      throw problem(
        "run is a program with its arguments, like [\"lookup\", \"{isbn}\"]", entries["run"] ?? first)
    }
    let output = try word("output", OwnCommand.Output.allCases)
    let input = try word("input", output == .screen ? [.none] : [Input.rows, .none])
    return OwnCommand(
      name: name, keys: try keys(), words: run.value.texts, takesRows: input == .rows, output: output)
  }

  private func keys() throws(TOMLProblem) -> [Key] {
    guard let entry = entries["key"] else { return [] }
    var keys: [Key] = []
    for text in entry.value.texts {
      guard let key = Key(name: text) else { throw problem(KeyProblem.noKey(text).text, entry) }
      keys.append(key)
    }
    return keys
  }

  /// The word of a key; the first word is the default.
  private func word<Word: RawRepresentable<String>>(_ key: String, _ words: [Word]) throws(TOMLProblem)
    -> Word
  {
    guard let entry = entries[key] else { return words[0] }
    guard case .string(let text) = entry.value, let word = words.first(where: { $0.rawValue == text }) else {
      throw problem("\(key) is \(words.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")) here", entry)
    }
    return word
  }

  private func problem(_ text: String, _ entry: TOMLEntry?) -> TOMLProblem {
    TOMLProblem(line: entry?.line ?? 1, column: entry?.column ?? 1, text: text)
  }
}
