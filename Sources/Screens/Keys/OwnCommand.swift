import Cells

/// A command that the person has defined: a program that is given rows of the list.
public struct OwnCommand: Hashable, Sendable {
  /// The destination of the program's output.
  public enum Output: String, CaseIterable, Hashable, Sendable {
    case message
    /// The program has the terminal.
    case screen
    /// The lines are JSON objects, whose values are set in the rows after a preview.
    case rows
  }

  /// The command's name, which can be typed after the colon.
  public var name: String
  /// The command's keys.
  public var keys: [Key]
  /// The program and its arguments; `{field}` in an argument stands for the value of that field.
  public var words: [String]
  /// Whether the program reads the rows on its standard input.
  public var takesRows: Bool
  /// The destination of the output.
  public var output: Output

  /// Makes a command.
  public init(name: String, keys: [Key], words: [String], takesRows: Bool, output: Output) {
    (self.name, self.keys, self.words) = (name, keys, words)
    (self.takesRows, self.output) = (takesRows, output)
  }

  /// The fields that the arguments name.
  public var fields: [String] { words.dropFirst().flatMap { Self.parts(of: $0).compactMap(\.field) } }

  /// The program and its arguments for a row, given its values; a value never spans several arguments.
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

  /// Whether braces around a text mean a field, as opposed to braces of JSON or a shell script.
  private static func isField(_ name: String) -> Bool {
    name.first?.isLetter == true && name.allSatisfy { $0.isLetter || $0.isNumber || "_- ".contains($0) }
  }

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

  var binding: KeyBinding {
    KeyBinding(
      actions: keys.map { KeyBinding.KeyAction(key: $0, action: .own(name)) },
      does: "runs \(words.first ?? "")",
      hint: nil, modes: [.list, .detail], group: Self.group)
  }

  static let group = "Your own commands"
}
