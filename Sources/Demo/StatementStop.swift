/// Finds out when the tour is to stop.
///
/// SQLite tells of a statement on whatever thread runs it, where nothing may wait. So the tour looks between two frames
/// what has run since the last one, and stops there; the browser does one step of its work between two frames meanwhile.
/// A step can be several statements, such as a transaction: `Halt.count` says how many.
struct StatementStop {
  /// What has just run.
  struct Halt: Hashable {
    let point: StopPoint
    /// How many statements, or records in the case of evictions.
    let count: Int
    /// The last of the statements, if it is known.
    let sql: String?
  }

  /// What it stops at.
  private(set) var point = StopPoint.nothing
  private var seen = Tally()
  private var hydrated = 0

  /// Stops at something else.
  mutating func turn() { point = point.next }

  /// Looks at what has run; answers why to stop, if so.
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
