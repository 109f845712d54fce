import Cells
import Screens

extension DemoWording {
  static func tourHint(_ moment: StripLine, isDone: Bool, isLast: Bool) -> String {
    switch moment {
    case .question: "⏎ answers"
    case .halt: ". goes on"
    case .playing: "…"
    case .result, .returned, .rest:
      isDone ? (isLast ? ". ends the tour" : ". next step") : ". presses the keys"
    }
  }

  static func tourKeys(pace: Duration, stop: StopPoint) -> String {
    "─ . on  , back  < start  [ ] pace \(Wording.number(Int(pace / .milliseconds(1)))) ms  "
      + "; stop at \(name(stop))  # guess "
  }

  private static func name(_ stop: StopPoint) -> String {
    switch stop {
    case .nothing: "nothing"
    case .hydrations: "hydrations"
    case .writes: "writes"
    case .evictions: "evictions"
    }
  }

  /// Replaces the explanation while the quiz asks, since that would give the answer away.
  static let guessFirst = "The step is explained after your guess; . presses its keys then."

  static func line(_ moment: StripLine, columns: Int) -> String {
    switch moment {
    case .question(let typed):
      "Your guess: how many of hydrate, BEGIN and UPDATE will this step run? \(typed)_"
    case .halt(let halt): sentence(halt)
    case .playing(let pressed), .rest(let pressed): keys(pressed, columns: columns)
    case .result(let result, let step, let right, let total):
      self.result(result, reason(step), "\(right) of \(total) right", columns: columns)
    case .returned(let figures):
      "Memory is as it was then: \(Wording.number(figures.hydrated)) hydrated, "
        + "\(Wording.number(figures.dirty)) dirty. The database stays as it is."
    }
  }

  private static func result(_ result: Quiz.Result, _ reason: String, _ score: String, columns: Int) -> String
  {
    let start = "You guessed \(Wording.number(result.guess)), and \(Wording.number(result.truth)) ran"
    let texts = [
      "\(start): \(reason). \(score) so far.", "\(start): \(reason). \(score).", "\(start): \(reason).",
    ]
    return texts.first { TextWidth.width(of: $0) <= columns } ?? texts[2]
  }

  private static func reason(_ step: DemoStep) -> String {
    switch step {
    case .look: "one reads the book's other fields"
    case .again: "its fields are in memory"
    case .edit: "the edit is in memory and in the log"
    case .set: "one reads \(DemoScript.pageSize) records"
    case .warning: "BEGIN, and an UPDATE for each dirty book"
    case .list, .budget, .recovery: "see above"
    }
  }

  private static func sentence(_ halt: StatementStop.Halt) -> String {
    let number = Wording.number(halt.count)
    let sql = halt.sql ?? ""
    return switch halt.point {
    case .nothing: ""
    case .hydrations: halt.count == 1 ? "hydrate: \(sql)" : "hydrate \(number), last: \(sql)"
    case .writes: halt.count == 1 ? "UPDATE: \(sql)" : "UPDATE \(number), last: \(sql)"
    case .evictions: halt.count == 1 ? "1 record was released." : "\(number) records were released."
    }
  }

  static func keys(_ pressed: [Key], columns: Int) -> String {
    guard !pressed.isEmpty else { return "" }
    var parts: [(text: String, key: Key, count: Int)] = []
    for key in pressed {
      if let last = parts.last, key.isTyped, last.key.isTyped {
        parts[parts.count - 1].text += typed(key)
      } else if let last = parts.last, last.key == key {
        parts[parts.count - 1].count += 1
      } else {
        parts.append((key.isTyped ? typed(key) : key.name, key, 1))
      }
    }
    let label = "keys    "
    var texts = parts.map { $0.count == 1 ? $0.text : "\($0.text) ×\($0.count)" }
    while texts.count > 1, TextWidth.width(of: label + texts.joined(separator: "  ")) > columns {
      texts.removeFirst()
    }
    return label + texts.joined(separator: "  ")
  }

  private static func typed(_ key: Key) -> String {
    if case .character(let character) = key { String(character) } else { "" }
  }

  static func score(right: Int, total: Int) -> String? {
    total == 0 ? nil : "You guessed the statements of \(right) of \(total) steps right."
  }
}
