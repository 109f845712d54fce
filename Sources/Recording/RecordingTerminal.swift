import Cells

/// Records what is drawn on another terminal as an asciicast, except while another program has the terminal.
package final class RecordingTerminal: TerminalOverlay {
  package let terminal: any Terminal
  private let encoder: FrameEncoder
  private let clock: () -> Duration
  private var cast: CastEncoder
  private var sink: Sink?
  private var recorded: Frame?
  /// Markers to write after the next recorded frame, which is what a viewer wants to see there.
  private var marks: [String] = []
  /// Time that passes only in the recording.
  private var added = Duration.zero
  /// A message that replaces the status line until the next key.
  private var notice: String?

  package private(set) var frame: Frame?

  package struct Sink {
    let title: String
    let date: Int
    let write: (String) -> String?

    /// Makes a destination; `date` is in seconds since 1970-01-01 00:00 UTC.
    ///
    /// `write` returns a message if it failed; after that, nothing more is written.
    package init(title: String, date: Int, write: @escaping (String) -> String?) {
      (self.title, self.date, self.write) = (title, date, write)
    }
  }

  /// Records a terminal; without a `sink`, only the last frame.
  package init(
    over terminal: any Terminal, styles: [Role: TextStyle], to sink: Sink?,
    clock: @escaping () -> Duration = RecordingTerminal.uptime()
  ) {
    (self.terminal, self.sink, self.clock) = (terminal, sink, clock)
    (encoder, cast) = (FrameEncoder(styles: styles), CastEncoder())
  }

  package static func uptime() -> () -> Duration {
    let start = ContinuousClock.now
    return { .now - start }
  }

  package var time: Duration { clock() + added }

  /// Adds a marker at the next frame of the recording.
  package func mark(_ name: String) { marks.append(name) }

  /// Adds time to the recording, so that viewers can read the screen.
  package func rest(_ duration: Duration) { added += duration }

  /// Shows and records a frame.
  package func draw(_ frame: Frame) {
    self.frame = frame
    recordChanges(to: frame)
    for mark in marks { record(.marker(mark)) }
    marks = []
    terminal.draw(noticed(frame))
  }

  private func recordChanges(to frame: Frame) {
    guard let sink else { return }
    guard let last = recorded else {
      recorded = frame
      take(sink.write(cast.header(size: frame.size, date: sink.date, title: sink.title)))
      return record(.output(encoder.whole(frame)))
    }
    if last.size != frame.size { record(.resize(frame.size)) }
    let changes = encoder.changes(from: last, to: frame)
    if !changes.isEmpty { record(.output(changes)) }
    recorded = frame
  }

  private func record(_ event: CastEncoder.Event) {
    guard let sink else { return }
    take(sink.write(cast.line(event, at: milliseconds)))
  }

  private var milliseconds: Int {
    let (seconds, attoseconds) = time.components
    return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
  }

  private func take(_ problem: String?) {
    guard let problem else { return }
    (sink, notice) = (nil, problem)
  }

  private func noticed(_ frame: Frame) -> Frame {
    guard let notice, frame.size.rows >= 3 else { return frame }
    var noticed = frame
    noticed.fill(row: frame.size.rows - 2, role: .error)
    noticed.write(notice, at: Position(column: 1, row: frame.size.rows - 2), role: .error)
    return noticed
  }

  package func nextEvent(timeout: Duration?) -> Event? {
    let event = terminal.nextEvent(timeout: timeout)
    if case .key = event { notice = nil }
    return event
  }

  /// None, because a recording has only cells.
  package var pixels: PixelScreen? { nil }
}

/// Writes the lines of an asciicast, version 2: a header, then one event per line, so that the file is a valid recording after
/// each line.
package struct CastEncoder: Sendable {
  private var last = 0

  package enum Event: Hashable, Sendable {
    case output(String)
    case resize(Size)
    case marker(String)
  }

  package init() {}

  /// The first line; `date` is in seconds since 1970-01-01 00:00 UTC.
  package func header(size: Size, date: Int, title: String) -> String {
    "{\"version\":2,\"width\":\(size.columns),\"height\":\(size.rows),\"timestamp\":\(date),"
      + "\"title\":\(Self.quoted(title)),\"env\":{\"TERM\":\"xterm-256color\"}}\n"
  }

  /// The line of an event, in milliseconds since the recording began; never less than that of the previous event.
  package mutating func line(_ event: Event, at milliseconds: Int) -> String {
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
