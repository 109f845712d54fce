import Formats

/// A value of a report in JSON (RFC 8259).
enum ReportValue {
  case number(Int)
  case truth(Bool)
  case text(String)
  case list([ReportValue])
  /// Members without a value are omitted.
  case object([String: ReportValue?])

  /// Sorts the members of objects by name; the first line is not indented.
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
