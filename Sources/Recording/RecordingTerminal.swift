import Cells

/// A terminal that keeps what is drawn on another one, as an asciicast that is written while it runs.
///
/// While another program has the terminal nothing is recorded.
public final class RecordingTerminal: TerminalOverlay {
  /// The terminal that shows the frames.
  public let terminal: any Terminal
  private let encoder: FrameEncoder
  private let cover: ValueCover?
  private let clock: () -> Duration
  private var cast: CastEncoder
  private var sink: Sink?
  /// What was recorded last.
  private var recorded: Frame?
  /// Places that are marked once the next frame is recorded, since that is what a viewer wants to see there.
  private var marks: [String] = []
  /// Time that passes in the recording and did not pass.
  private var added = Duration.zero
  /// What is said in the place of the status line until the next key.
  private var notice: String?

  /// The frame that was drawn last.
  public private(set) var frame: Frame?

  /// Where the recording goes.
  public struct Sink {
    let title: String
    let date: Int
    let write: (String) -> String?

    /// Makes a place for a recording.
    ///
    /// - Parameters:
    ///   - date: The seconds since 1970-01-01 00:00 UTC.
    ///   - write: Writes a line, and answers a sentence if it could not; nothing more is written then.
    public init(title: String, date: Int, write: @escaping (String) -> String?) {
      (self.title, self.date, self.write) = (title, date, write)
    }
  }

  /// Puts a recording over a terminal.
  ///
  /// - Parameters:
  ///   - styles: How each role looks in the recording.
  ///   - cover: What covers the values, or nil if they are recorded.
  ///   - sink: Where the recording goes, or nil if only the last frame is kept.
  ///   - clock: The time since some moment.
  public init(
    over terminal: any Terminal, styles: [Role: TextStyle],
    cover: ValueCover? = nil, to sink: Sink?, clock: @escaping () -> Duration = RecordingTerminal.uptime()
  ) {
    (self.terminal, self.cover, self.sink, self.clock) = (terminal, cover, sink, clock)
    (encoder, cast) = (FrameEncoder(styles: styles), CastEncoder())
  }

  /// A clock that begins now.
  public static func uptime() -> () -> Duration {
    let start = ContinuousClock.now
    return { .now - start }
  }

  /// The time in the recording.
  public var time: Duration { clock() + added }

  /// Marks the place of the next frame in the recording.
  public func mark(_ name: String) { marks.append(name) }

  /// Lets time pass in the recording, so that what is shown can be read.
  public func rest(_ duration: Duration) { added += duration }

  /// Shows a frame, and records it with its values covered.
  public func draw(_ frame: Frame) {
    self.frame = frame
    recordChanges(to: frame)
    for mark in marks { record(.marker(mark)) }
    marks = []
    terminal.draw(noticed(frame))
  }

  private func recordChanges(to frame: Frame) {
    guard let sink else { return }
    let frame = cover?.covered(frame) ?? frame
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

  /// The frame with what went wrong in the place of the status line.
  private func noticed(_ frame: Frame) -> Frame {
    guard let notice, frame.size.rows >= 3 else { return frame }
    var noticed = frame
    noticed.fill(row: frame.size.rows - 2, role: .error)
    noticed.write(notice, at: Position(column: 1, row: frame.size.rows - 2), role: .error)
    return noticed
  }

  /// The terminal's next event.
  public func nextEvent(timeout: Duration?) -> Event? {
    let event = terminal.nextEvent(timeout: timeout)
    if case .key = event { notice = nil }
    return event
  }

  // MARK: - As the terminal

  /// None, for a recording has cells alone, unless values are covered anyway.
  public var pixels: PixelScreen? { cover == nil ? nil : terminal.pixels }
}
