import Cells

/// A program of the person's that is given rows of the list.
public struct OwnCommand: Hashable, Sendable {
  /// The destination of the program's output.
  public enum Output: String, CaseIterable, Hashable, Sendable {
    case message
    case screen
    /// JSON objects, a line each, whose values are set in the rows after a preview.
    case rows
  }

  package var name: String
  package var keys: [Key]
  /// The program and its arguments, in which `{field}` stands for a value.
  public var words: [String]
  package var takesRows: Bool
  package var output: Output

  package init(name: String, keys: [Key], words: [String], takesRows: Bool, output: Output) {
    (self.name, self.keys, self.words) = (name, keys, words)
    (self.takesRows, self.output) = (takesRows, output)
  }

  package var fields: [String] { words.dropFirst().flatMap { Self.parts(of: $0).compactMap(\.field) } }

  /// The words for a row; a value never spans several arguments.
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

  /// Braces of JSON or of a shell script name no field.
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
      does: "runs \(words.first ?? "")", hint: nil, modes: [.list, .detail], group: Self.group)
  }

  static let group = "Your own commands"
}
