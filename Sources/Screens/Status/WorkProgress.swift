import Cells

/// The progress of background work.
public struct WorkProgress: Hashable, Sendable {
  /// Without a full stop: "Sorting by Author".
  public var text: String
  /// From 0 to 1; nil if unknown.
  public var fraction: Double?
  /// Whether Esc on the list cancels the work.
  public var isCancellable: Bool
  package var isCancellableAnywhere: Bool
  /// Whether the list must keep its order and its filter.
  public var needsList: Bool
  package var endsOnQuit = false
  /// If the fraction is unknown, grows over time, and turns the sign before the text.
  public var turn: Int?

  package init(
    _ text: String, fraction: Double? = nil, isCancellable: Bool = false, isCancellableAnywhere: Bool = false,
    needsList: Bool = false, turn: Int? = nil
  ) {
    (self.text, self.fraction, self.isCancellable, self.isCancellableAnywhere, self.needsList, self.turn) = (
      text, fraction, isCancellable, isCancellableAnywhere, needsList, turn
    )
  }

  // MARK: - Drawing

  package var line: String { forms(saysEscape: isCancellable).first?.map(\.text).joined() ?? text }

  /// Longest form first: `Sorting by Author ━━━━━────── 42 %  Esc cancels`.
  func forms(saysEscape: Bool) -> [[Span]] {
    let end = saysEscape ? [Span("  Esc", .action), Span(" cancels", .dim)] : []
    guard let fraction, fraction.isFinite else {
      let sign = turn.map { [Span(Self.signs[$0 % Self.signs.count] + " ", .action)] } ?? []
      return [sign + [Span(text + "…", .message)] + end]
    }
    let done = max(0, min(fraction, 1))
    let percent = Int(done * 100)
    let number = Span((percent < 10 ? "  " : " ") + "\(percent) %", .message)
    let name = Span(text, .message)
    return [[name] + bar(done, width: 11) + [number] + end, [name] + bar(done, width: 5) + [number] + end]
      + [[name, number] + end]
  }

  private static let signs = ["|", "/", "-", "\\"]

  private func bar(_ done: Double, width: Int) -> [Span] {
    let filled = Int((done * Double(width)).rounded())
    return [
      Span(" ", .message), Span(String(repeating: "━", count: filled), .action),
      Span(String(repeating: "─", count: width - filled), .dim),
    ]
  }
}
