import Cells

/// Writes the lines of an asciicast of version 2, which every player reads: a header, and then an event in each line, so that every beginning of the file that ends
/// with a line is a recording too.
public struct CastEncoder: Sendable {
  /// The milliseconds of the event before.
  private var last = 0

  /// What happens in a recording.
  public enum Event: Hashable, Sendable {
    /// The program wrote this.
    case output(String)
    /// The terminal got another size.
    case resize(Size)
    /// A place to go to, by its name.
    case marker(String)
  }

  /// Makes an encoder for a recording that begins now.
  public init() {}

  /// The first line.
  ///
  /// - Parameter date: The seconds since 1970-01-01 00:00 UTC.
  public func header(size: Size, date: Int, title: String) -> String {
    "{\"version\":2,\"width\":\(size.columns),\"height\":\(size.rows),\"timestamp\":\(date),"
      + "\"title\":\(Self.quoted(title)),\"env\":{\"TERM\":\"xterm-256color\"}}\n"
  }

  /// The line of an event.
  ///
  /// - Parameter milliseconds: The time since the recording began, no less than that of the event before.
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

  /// A text in JSON (RFC 8259) without any of Unicode's line ends and controls, since an event is one line of the file.
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
