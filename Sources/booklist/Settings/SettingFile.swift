import Cells
import CursesTerminal
import Formats
import Platform
import Queries
import Screens

/// The contents of the settings file and its problems; invalid entries are ignored.
struct SettingFile {
  private(set) var values: [String: (texts: [String], line: Int)] = [:]
  private(set) var keys: [String: [Key]] = [:]
  private(set) var commands: [OwnCommand] = []
  private(set) var styles: [Role: Style] = [:]
  private var ownCommands: [String: [String: TOMLEntry]] = [:]
  private var keyPlaces: [String: TOMLEntry] = [:]
  /// Excludes keys with two meanings.
  private(set) var problems: [TOMLProblem] = []

  static var path: String { Library.configurationFolder + "/config.toml" }

  static func ofPerson() -> SettingFile {
    do throws(SystemError) {
      let bytes = try DescriptorBytes.readAll(path, upTo: limit + 1, waits: false)
      if bytes.count > limit { throw SystemError(EFBIG, path: path) }
      return SettingFile(text: String(decoding: bytes, as: UTF8.self))
    } catch {
      var file = SettingFile(text: "")
      guard error.number != ENOENT, error.number != ENOTDIR else { return file }
      file.problems.append(TOMLProblem(line: 1, column: 1, text: "the file cannot be read: \(error.reason)"))
      return file
    }
  }

  static let limit = 1 << 20

  init(text: String) {
    guard !text.isEmpty else { return }
    do throws(TOMLProblem) {
      var places: [String: TOMLEntry] = [:]
      for entry in try TOMLReader.entries(of: text) {
        take(entry)
        if entry.table == "keys" { places[entry.key] = entry }
      }
      keyPlaces = places
      for (name, entries) in ownCommands.sorted(by: { $0.key < $1.key }) { takeCommand(name, entries) }
    } catch { problems.append(error) }
  }

  private mutating func take(_ entry: TOMLEntry) {
    switch entry.table {
    case "": takeSetting(entry)
    case "keys": takeKeys(entry)
    case "colors": takeStyle(entry)
    case let table where table.hasPrefix("commands."):
      ownCommands[String(table.dropFirst(9)), default: [:]][entry.key] = entry
    default:
      problem("there is no table [\(entry.table)]; there are [keys], [colors] and [commands.NAME]", entry)
    }
  }

  private mutating func takeSetting(_ entry: TOMLEntry) {
    guard let setting = SettingTable.setting(entry.key) else {
      let nearest = SpellingGuess.nearest(to: entry.key, among: SettingTable.all.map(\.name))
      return problem(
        "there is no setting “\(entry.key)”" + (nearest.map { "; did you mean “\($0)”?" } ?? ""), entry)
    }
    let texts = entry.value.texts
    if let text = setting.problem(with: texts) ?? setting.problem(withShapeOf: entry.value) {
      return problem(text, entry)
    }
    values[entry.key] = (texts, entry.line)
  }

  private mutating func takeStyle(_ entry: TOMLEntry) {
    guard let role = Role.allCases.first(where: { "\($0)" == entry.key }) else {
      let names = Role.allCases.map { "\($0)" }
      return problem(
        "“\(entry.key)” cannot be coloured; the names are \(names.joined(separator: ", "))", entry)
    }
    guard case .string(let text) = entry.value, let style = Style(text) else {
      return problem("\(entry.key) is a style, like \"#ffd75f\" or \"#000000 on #5fd7ff bold\"", entry)
    }
    styles[role] = style
  }

  private mutating func takeCommand(_ name: String, _ entries: [String: TOMLEntry]) {
    switch OwnCommandReader(name: name, entries: entries).result {
    case .success(let command): commands.append(command)
    case .failure(let error): problems.append(error)
    }
  }

  private mutating func takeKeys(_ entry: TOMLEntry) {
    var keys: [Key] = []
    for text in entry.value.texts {
      guard let key = Key(name: text) else { return problem(KeyProblem.noKey(text).text, entry) }
      keys.append(key)
    }
    self.keys[entry.key] = keys
  }

  /// The problem with the keys, with the line of the last key involved; nil if there is none.
  var keyProblem: TOMLProblem? {
    do throws(KeyProblem) {
      _ = try KeyMap(unchecked: keys, commands: commands).checked()
      return nil
    } catch {
      let named: [String] =
        switch error {
        case .noAction(let name, _): [name]
        case .noKey: []
        case .collision(_, _, let first, let second): [first, second]
        }
      let place = named.compactMap { keyPlaces[$0] }.max { $0.line < $1.line } ?? keyPlaces.values.first
      return TOMLProblem(line: place?.line ?? 1, column: place?.column ?? 1, text: error.text)
    }
  }

  private mutating func problem(_ text: String, _ entry: TOMLEntry) {
    problems.append(TOMLProblem(line: entry.line, column: entry.column, text: text))
  }
}

extension TOMLEntry.Value {
  var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .integer(let number): [String(number)]
    case .number(let number): [number.description]
    case .boolean(let isTrue): [String(isTrue)]
    case .array(let values): values.flatMap(\.texts)
    }
  }
}

extension Setting {
  /// The problem with the form of a value: texts need quotes, and only lists have brackets.
  func problem(withShapeOf value: TOMLEntry.Value) -> String? {
    switch (kind, value) {
    case (.list, .array(let values)):
      values.allSatisfy { if case .string = $0 { true } else { false } }
        ? nil : "put the values of \(name) in quotes"
    case (.list, .string), (.text, .string), (.path, .string), (.choice, .string), (.size, .string),
      (.goal, .string), (.layout, .string):
      nil
    case (.size, .integer), (.seconds, .integer), (.seconds, .number), (.flag, .boolean): nil
    case (.flag, _): "\(name) is true or false, without quotes"
    case (.seconds, _): "\(name) is a number, without quotes"
    default: "\(name) is a text in quotes"
    }
  }
}

struct OwnCommandReader {
  let name: String
  let entries: [String: TOMLEntry]

  private enum Input: String { case rows, none }

  private static let keys = ["input", "key", "output", "run"]

  var result: Result<OwnCommand, TOMLProblem> {
    do throws(TOMLProblem) {
      return .success(try command())
    } catch { return .failure(error) }
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
