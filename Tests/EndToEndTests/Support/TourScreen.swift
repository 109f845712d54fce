import Foundation

/// What the strip of the demonstration and its inspector say on a screen.
struct TourScreen {
  /// The line of the figures of the moment.
  let hydrated, dirty: Int
  /// The statements of the step so far, by their names in the strip; those that did not run are not there.
  let ran: [String: Int]
  /// The megabytes that the process has taken for itself, by the strip and, if it is there, by the inspector.
  let anonymous: [Double]
  /// The megabytes of the process that are in memory, by the strip, if there is room, and by the inspector.
  let resident: [Double]

  /// Reads a screen; nil where the strip is not there as a whole.
  init?(_ screen: String) {
    let figures =
      /now +([\d,]+) hydrated · ([\d,]+) dirty · .* held · ([\d.]+) MB anonymous(?: · ([\d.]+) MB resident)?/
    guard let now = screen.firstMatch(of: figures), let line = screen.firstMatch(of: /\n *ran +(.*)/),
      let inStrip = Double(now.3)
    else { return nil }
    (hydrated, dirty) = (Self.number(now.1), Self.number(now.2))
    let counts = line.1.matches(of: /([A-Za-z]+) ([\d,]+)/).map { (String($0.1), Self.number($0.2)) }
    ran = Dictionary(counts) { first, _ in first }
    let below = screen[line.range.upperBound...]
    func inInspector(_ pattern: Regex<(Substring, Substring)>) -> [Double] {
      [below.firstMatch(of: pattern).flatMap { Double($0.1) }].compactMap { $0 }
    }
    anonymous = [inStrip] + inInspector(/anonymous +([\d.]+) MB/)
    resident = [now.4.flatMap { Double($0) }].compactMap { $0 } + inInspector(/resident +([\d.]+) MB/)
  }

  private static func number(_ text: Substring) -> Int { Int(text.filter(\.isNumber)) ?? 0 }
}
