import Screens
import Statistics

/// A setting: a key in the settings file, an environment variable, and usually an option.
struct Setting {
  /// Its name, as in the file.
  let name: String
  /// The kind of its values.
  let kind: Kind
  /// Its default as TOML; nil if there is none.
  let fallback: String?
  /// What it does, as a sentence.
  let summary: String

  /// The kind of a setting's values.
  enum Kind {
    case text, path, flag, size, seconds, goal, layout
    /// One of these words.
    case choice([String])
    /// Several texts.
    case list
  }

  /// The environment variable: `BOOKLIST_SAVE_ON`.
  var variable: String { "BOOKLIST_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined() }

  /// The problem with values for it, as a clause without a capital and a full stop; nil if there is none.
  func problem(with texts: [String]) -> String? {
    let text = texts.first ?? ""
    switch kind {
    case .text, .path, .list: return nil
    case .flag: return ["true", "false"].contains(text) ? nil : "\(name) is true or false"
    case .size: return ByteSize(argument: text) == nil ? "\(name) is a size, like \"32MB\"" : nil
    case .seconds:
      return Seconds(argument: text).map { $0.count >= 0 } == true
        ? nil : "\(name) is a number of seconds, like 30"
    case .goal:
      return ReadingGoal(text) == nil ? "\(name) is like \"50 books\" or \"12000 pages\"" : nil
    case .layout:
      return KeyboardLayout(langmap: text) == nil
        ? "\(name) is pairs of characters like \"фaиb\", or two lists of the same length like \"фи;ab\"" : nil
    case .choice(let words):
      return words.contains(text) ? nil : "\(name) is " + words.map { "\"\($0)\"" }.joined(separator: " or ")
    }
  }

  /// Values as written in the file.
  func toml(_ texts: [String]) -> String {
    switch kind {
    case .flag: texts.first ?? "false"
    case .seconds: texts.first ?? "0"
    case .list: "[" + texts.map(Self.quoted).joined(separator: ", ") + "]"
    case .text, .path, .size, .goal, .layout, .choice: Self.quoted(texts.first ?? "")
    }
  }

  private static func quoted(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case _ where scalar.value < 32 || 127..<160 ~= scalar.value:
          "\\U" + padded(String(scalar.value, radix: 16))
        default: String(scalar)
        }
      }.joined() + "\""
  }

  private static func padded(_ digits: String) -> String {
    String(repeating: "0", count: 8 - digits.count) + digits
  }
}
