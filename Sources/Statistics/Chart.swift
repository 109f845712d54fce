/// A chart, ready to be drawn or read out: bars with their texts.
public struct Chart: Hashable, Sendable {
  /// How the bars are drawn if there is room.
  public enum Shape: Hashable, Sendable {
    case bars
    /// Side by side, for a sequence in time.
    case columns
    /// A line through the bars, whose values never fall, with points for comparison and room for `count` bars.
    case line(beside: [Double], count: Int)
    /// The days of a year in shades; the bars are the days with data.
    case calendar(year: Int)
    /// A text for each bar; those with a figure also count large at the top.
    case facts
  }

  /// A bar: an amount of something.
  public struct Bar: Hashable, Sendable {
    /// What the bar stands for.
    public var label: String
    /// The length; not negative.
    public var value: Double
    /// The amount, which may be negative; nil if it is unknown or not a number.
    public var figure: Double?
    /// The amount in words.
    public var text: String
    /// A query in the finder's language for the rows of the bar; nil if there is none.
    public var query: String?
    /// The length of the same bar a year before; 0 if there is none.
    public var before = 0.0
    /// The part of a goal that is reached, from 0 up; nil if there is no goal.
    public var share: Double?

    /// Creates a bar.
    public init(label: String, figure: Double?, text: String, query: String? = nil) {
      (self.label, self.figure, self.text, self.query) = (label, figure, text, query)
      value = max(0, figure ?? 0)
    }
  }

  /// The title of the chart.
  public var title: String
  /// How the chart is drawn.
  public var shape: Shape
  /// The bars in order.
  public var bars: [Bar]
  /// What the chart does not show, one sentence each.
  public var notes: [String]
  /// The year before, if the bars have its lengths.
  public var yearBefore: Int?

  /// Creates a chart.
  public init(_ title: String, _ shape: Shape, _ bars: [Bar], notes: [String] = []) {
    (self.title, self.shape, self.bars, self.notes) = (title, shape, bars, notes)
  }
}
