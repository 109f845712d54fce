import Queries
import Screens

/// A setting: a key in the settings file, an environment variable, usually an option, and what it does to a session.
struct Setting {
  let name: String
  let kind: Kind
  let fallback: String?
  let summary: String
  /// Sets what texts of its kind mean for a session.
  let apply: @Sendable (inout Session, [String]) -> Void

  init(
    _ name: String, _ kind: Kind, _ fallback: String?, _ summary: String,
    apply: @escaping @Sendable (inout Session, [String]) -> Void
  ) {
    (self.name, self.kind, self.fallback, self.summary) = (name, kind, fallback, summary)
    self.apply = apply
  }

  enum Kind {
    case text, path, flag, size, seconds, goal, layout
    case choice([String])
    case list
  }

  /// `BOOKLIST_SAVE_ON` for `save-on`.
  var variable: String {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let bytes = name.utf8.map {
      $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : letters.contains($0) ? $0 & 0xDF : $0
    }
    return "BOOKLIST_" + String(decoding: bytes, as: UTF8.self)
  }

  /// The problem with values, as a clause without a capital or a full stop; nil if there is none.
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
