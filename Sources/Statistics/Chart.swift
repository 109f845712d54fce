/// A chart, ready to be drawn or read out: bars with their words.
public struct Chart: Hashable, Sendable {
  /// How the bars are drawn where there is room.
  public enum Shape: Hashable, Sendable {
    /// One below the other, with a label each.
    case bars
    /// Side by side, for what follows in time.
    case columns
    /// A line through the bars, whose values never fall, and points to compare it with, as many as there is room for bars.
    case line(beside: [Double], count: Int)
    /// The days of a year, of which each has a shade; the bars are its days with something in them.
    case calendar(year: Int)
    /// Only words.
    case facts
  }

  /// A bar: how much there is of something.
  public struct Bar: Hashable, Sendable {
    /// Of what.
    public var label: String
    /// How much, for the length; not negative.
    public var value: Double
    /// How much, which may be negative; nil if it is not a number or unknown.
    public var figure: Double?
    /// How much, in words.
    public var text: String
    /// What finds the rows that it stands for, in the finder's language; nil if nothing does.
    public var query: String?

    /// Creates a bar of its parts.
    ///
    /// - Parameters:
    ///   - label: Of what.
    ///   - figure: How much; nil if it is unknown.
    ///   - text: How much, in words.
    ///   - query: What finds the rows that it stands for; nil if nothing does.
    public init(label: String, figure: Double?, text: String, query: String? = nil) {
      (self.label, self.figure, self.text, self.query) = (label, figure, text, query)
      value = max(0, figure ?? 0)
    }
  }

  /// What the chart shows.
  public var title: String
  /// How it is drawn.
  public var shape: Shape
  /// Its bars, in order.
  public var bars: [Bar]
  /// What has to be said about what it does not show, a sentence each.
  public var notes: [String]

  /// Creates a chart of its parts.
  public init(_ title: String, _ shape: Shape, _ bars: [Bar], notes: [String] = []) {
    (self.title, self.shape, self.bars, self.notes) = (title, shape, bars, notes)
  }
}
