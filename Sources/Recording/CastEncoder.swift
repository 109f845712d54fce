import Cells

/// Writes the lines of an asciicast, version 2: a header, then one event per line, so that the file is a valid recording after
/// each line.
public struct CastEncoder: Sendable {
  private var last = 0

  /// An event in a recording.
  public enum Event: Hashable, Sendable {
    case output(String)
    case resize(Size)
    case marker(String)
  }

  /// Makes an encoder for a recording that begins now.
  public init() {}

  /// The first line; `date` is in seconds since 1970-01-01 00:00 UTC.
  public func header(size: Size, date: Int, title: String) -> String {
    "{\"version\":2,\"width\":\(size.columns),\"height\":\(size.rows),\"timestamp\":\(date),"
      + "\"title\":\(Self.quoted(title)),\"env\":{\"TERM\":\"xterm-256color\"}}\n"
  }

  /// The line of an event, in milliseconds since the recording began; never less than that of the previous event.
  public mutating func line(_ event: Event, at milliseconds: Int) -> String {
    last = max(last, milliseconds)
    let (code, text) =
      switch event {
      case .output(let text): ("o", text)
      case .resize(let size): ("r", "\(size.columns)x\(size.rows)")
      case .marker(let name): ("m", name)
      }
    return "[\(Self.seconds(last)),\"\(code)\",\(Self.quoted(text))]\n"
  }

  private static func seconds(_ milliseconds: Int) -> String {
    let part = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - part.count))\(part)"
  }

  /// A JSON string (RFC 8259) without Unicode line ends and controls, because an event is one line of the file.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case ..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
