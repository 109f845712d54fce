/// Decides when the tour stops.
///
/// SQLite reports a statement on the thread that runs it, which must not wait. So the tour checks between two frames
/// what has run since the last one, and stops there; meanwhile, the browser does one step of its work between two
/// frames. A step can be several statements, such as a transaction: `Halt.count` has their number.
struct StatementStop {
  /// What has just run.
  struct Halt: Hashable {
    let point: StopPoint
    /// The number of statements, or of records for evictions.
    let count: Int
    /// The last of the statements, if known.
    let sql: String?
  }

  /// What it stops at.
  private(set) var point = StopPoint.nothing
  private var seen = Tally()
  private var hydrated = 0

  /// Switches to the next kind of stop.
  mutating func turn() { point = point.next }

  /// Checks what has run; returns why to stop, if so.
  mutating func look(_ figures: Figures, _ meter: StatementMeter) -> Halt? {
    let tally = meter.tally
    let (ran, released) = (tally - seen, hydrated - figures.hydrated)
    (seen, hydrated) = (tally, figures.hydrated)
    let (count, sql): (Int, String?) =
      switch point {
      case .nothing: (0, nil)
      case .hydrations: (ran.hydrations, meter.last.hydration)
      case .writes: (ran.updates, meter.last.update)
      case .evictions: (released, nil)
      }
    return count > 0 ? Halt(point: point, count: count, sql: sql) : nil
  }
}
