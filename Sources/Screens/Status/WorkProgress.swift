import Cells

/// The progress of background work.
public struct WorkProgress: Hashable, Sendable {
  /// The work, without a full stop: "Sorting by Author".
  public var text: String
  /// The completed fraction, from 0 to 1, or nil if unknown.
  public var fraction: Double?
  /// Whether Esc on the list cancels the work, by `Effect.cancelWork`.
  public var isCancellable: Bool
  /// Whether Esc cancels the work on every other screen too.
  public var isCancellableAnywhere: Bool
  /// Whether the order and the filter of the list must not change until the work is over.
  public var needsList: Bool
  /// Whether the keys that quit cancel the work first.
  public var endsOnQuit = false
  /// If the fraction is unknown, a number that grows over time and turns the sign before the text.
  public var turn: Int?

  /// Makes a progress.
  public init(
    _ text: String, fraction: Double? = nil, isCancellable: Bool = false, isCancellableAnywhere: Bool = false,
    needsList: Bool = false, turn: Int? = nil
  ) {
    (self.text, self.fraction, self.isCancellable, self.isCancellableAnywhere, self.needsList, self.turn) = (
      text, fraction, isCancellable, isCancellableAnywhere, needsList, turn
    )
  }

  // MARK: - Drawing

  /// The progress as a line of text, for use without a screen.
  public var line: String { forms(saysEscape: isCancellable).first?.map(\.text).joined() ?? text }

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
