import Cells

/// A command of the person's own: a program that is given rows of the list.
public struct OwnCommand: Hashable, Sendable {
  /// Where the program's output goes.
  public enum Output: String, CaseIterable, Hashable, Sendable {
    /// Its last line goes to the status line.
    case message
    /// The program has the terminal.
    case screen
    /// Its lines are objects of JSON, whose values the rows get after a preview.
    case rows
  }

  /// Its name, which is also typed after the colon.
  public var name: String
  /// Its keys.
  public var keys: [Key]
  /// The program and its arguments; `{field}` in an argument stands for the value of that field.
  public var words: [String]
  /// Whether the program reads the rows on its standard input.
  public var takesRows: Bool
  /// Where its output goes.
  public var output: Output

  /// Makes a command of its parts.
  public init(name: String, keys: [Key], words: [String], takesRows: Bool, output: Output) {
    (self.name, self.keys, self.words) = (name, keys, words)
    (self.takesRows, self.output) = (takesRows, output)
  }

  /// The fields that its arguments name.
  public var fields: [String] { words.dropFirst().flatMap { Self.parts(of: $0).compactMap(\.field) } }

  /// The program and its arguments for a row; a value is never more than a part of one argument.
  ///
  /// - Parameter value: The value of a field.
  public func resolved<Failure: Error>(
    _ value: (String) throws(Failure) -> String
  ) throws(Failure) -> [String] {
    var resolved = Array(words.prefix(1))
    for word in words.dropFirst() {
      var text = ""
      for part in Self.parts(of: word) {
        if let field = part.field { text += try value(field) } else { text += part.text }
      }
      resolved.append(text)
    }
    return resolved
  }

  /// Whether braces around a text mean a field; those of JSON or of a shell's script are themselves.
  private static func isField(_ name: String) -> Bool {
    name.first?.isLetter == true && name.allSatisfy { $0.isLetter || $0.isNumber || "_- ".contains($0) }
  }

  /// The parts of an argument: text, or the name of a field between braces.
  private static func parts(of word: String) -> [(text: String, field: String?)] {
    var (parts, rest) = ([(text: String, field: String?)](), word[...])
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: start)..<end])
      parts.append((String(rest[..<start]), nil))
      parts.append(("{\(name)}", isField(name) ? name : nil))
      rest = rest[rest.index(after: end)...]
    }
    return parts + [(String(rest), nil)]
  }

  /// Its entry in the table of keys; it works in lists and on records.
  var binding: KeyBinding {
    KeyBinding(
      actions: keys.map { KeyBinding.KeyAction(key: $0, action: .own(name)) },
      does: "runs \(words.first ?? "")",
      hint: nil, modes: [.list, .detail], group: Self.group)
  }

  /// The group of these commands in the help.
  static let group = "Your own commands"
}
