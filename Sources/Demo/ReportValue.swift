import Formats

/// A value of a report for programs: JSON (RFC 8259).
enum ReportValue {
  case number(Int)
  case truth(Bool)
  case text(String)
  case list([ReportValue])
  /// Members by name; those without a value are omitted.
  case object([String: ReportValue?])

  /// The value on several lines, with the members of objects sorted by name.
  ///
  /// - Parameter indentation: The indentation of the lines after the first.
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
