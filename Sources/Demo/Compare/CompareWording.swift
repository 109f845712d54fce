import Screens

package enum CompareWording {
  static func title(_ options: CompareOptions) -> String {
    "\(Wording.number(options.books)) books · \(options.task.looks.count) looks · latency \(time(options.microseconds))"
  }

  static let heads = ["", "statements", "rows", "bytes", "held", "1st list", "time", "resident"]

  static func cells(_ strategy: LoadingStrategy, _ figures: StrategyFigures) -> [String] {
    [
      strategy.title, Wording.number(figures.statements), Wording.number(figures.rows),
      Wording.bytes(figures.bytes), Wording.number(figures.held),
      figures.firstScreen > 0 ? time(figures.firstScreen) : "…", time(figures.microseconds),
      Wording.bytes(figures.residentBytes),
    ]
  }

  /// Microseconds in a suitable unit: `870 µs`, `2.4 ms`, `13.1 s`.
  static func time(_ microseconds: Int) -> String {
    switch microseconds {
    case ..<1_000: "\(microseconds) µs"
    case ..<1_000_000: "\(microseconds / 1_000).\(microseconds / 100 % 10) ms"
    default: "\(microseconds / 1_000_000).\(microseconds / 100_000 % 10) s"
    }
  }

  static func lesson(_ options: CompareOptions) -> [String] {
    if options.latency == .zero {
      return [
        "Without latency a statement is a function call: N+1 costs little. Press l to",
        "make each statement wait 2 ms, as with a server.",
      ]
    }
    return [
      "Each statement waits \(time(options.microseconds)), as with a server. The order is now that of",
      "the number of statements, and N+1 is far behind.",
    ]
  }

  static func policies(_ budget: Int, _ lookCount: Int) -> String {
    "Room for \(Wording.number(budget)) records, after \(Wording.number(lookCount)) looks"
  }

  static func policy(_ result: PolicyRace.Result) -> String {
    "\(Wording.number(result.hits)) hits · \(Wording.number(result.misses)) misses · "
      + "\(Wording.number(result.evictions)) evictions · \(Wording.number(result.held)) held"
  }

  static let keys = "r run again  l latency  [ ] budget  q quit"

  package static let making = "Making five libraries"

  static let claims = "What the lesson says about them"
}
