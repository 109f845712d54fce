/// Decides when the tour stops.
///
/// SQLite reports a statement on the thread that runs it, which must not wait. So the tour checks between two frames what has
/// run since the last frame; meanwhile, the browser does one step of its work, which can be several statements, such as a
/// transaction.
struct StatementStop {
  struct Halt: Hashable {
    let point: StopPoint
    /// The number of statements, or of records for evictions.
    let count: Int
    let sql: String?
  }

  private(set) var point = StopPoint.nothing
  private var seen = Tally()
  private var hydrated = 0

  mutating func turn() { point = point.next }

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

/// The kind of statement after which the tour stops until the person continues.
enum StopPoint: CaseIterable, Hashable {
  case nothing, hydrations, writes, evictions

  var next: StopPoint {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
