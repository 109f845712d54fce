import Foundation

/// What a run has done, and what it found.
struct Tally {
  var faults = 0
  var scripts = 0
  var kills = 0
  var replacements = 0
  var damages = 0
  var signals = 0
  var restorations = 0
  var conflicts = 0
  var undos = 0
  var syncs = 0
  var writes = 0
  var keys = 0
  var terminalKeys = 0
  var sequences = 0
  var files = 0
  var accepted = 0
  /// The longest time that a command took to end after a signal, in seconds.
  var longestEnd = 0.0
  /// Accepted edits that neither the database nor the log has.
  var lost: [String] = []
  /// Everything else that must not be: traps, hangs, broken databases, frames out of bounds.
  var wrong: [String] = []

  /// Takes the figures of another run in.
  static func += (left: inout Tally, right: Tally) {
    for figure in figures { left[keyPath: figure.path] += right[keyPath: figure.path] }
    left.longestEnd = max(left.longestEnd, right.longestEnd)
    left.lost += right.lost
    left.wrong += right.wrong
  }

  private static var figures: [(name: String, path: WritableKeyPath<Tally, Int>)] {
    [
      ("faults injected", \.faults), ("scripts under faults", \.scripts), ("kills", \.kills),
      ("files moved or replaced", \.replacements), ("files damaged", \.damages), ("signals", \.signals),
      ("restorations", \.restorations), ("writes beside others", \.writes), ("conflicts", \.conflicts),
      ("keys through the screens", \.keys), ("keys through a terminal", \.terminalKeys),
      ("sequences decoded", \.sequences),
      ("large steps undone", \.undos), ("walks of syncs", \.syncs), ("files tried", \.files),
      ("edits accepted", \.accepted),
    ]
  }

  var text: String {
    var lines: [(name: String, text: String)] = Self.figures.map { ($0.name, self[keyPath: $0.path]) }
      .filter { $0.1 > 0 }.map { ($0.0, "\($0.1)") }
    if longestEnd > 0 { lines.append(("longest end by a signal", String(format: "%.2f s", longestEnd))) }
    lines += [("edits lost", "\(lost.count)"), ("else wrong", "\(wrong.count)")]
    return lines.map { "\($0.name.padding(toLength: 26, withPad: " ", startingAt: 0))\($0.text)" }
      .joined(separator: "\n")
  }
}
