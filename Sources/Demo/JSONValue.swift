import Formats

/// What a program reads of a report: JSON (RFC 8259).
enum JSONValue {
  case number(Int)
  case truth(Bool)
  case text(String)
  case list([JSONValue])
  /// Members by their names, of which those without a value are left out.
  case object([String: JSONValue?])

  /// The value over several lines, with the members of objects in the order of their names.
  ///
  /// - Parameter indentation: What the lines after the first begin with.
  func lines(_ indentation: String = "") -> String {
    let inner = indentation + "  "
    switch self {
    case .number(let number): return "\(number)"
    case .truth(let truth): return "\(truth)"
    case .text(let text): return Self.quoted(text)
    case .list(let values):
      return "[\n" + values.map { inner + $0.lines(inner) }.joined(separator: ",\n") + "\n\(indentation)]"
    case .object(let members):
      let lines = members.compactMapValues { $0 }.sorted { $0.key < $1.key }.map { name, value in
        "\(inner)\(Self.quoted(name)) : \(value.lines(inner))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
    }
  }

  private static func quoted(_ text: String) -> String { Formats.JSONValue.string(text).text }
}
