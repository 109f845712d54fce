/// A chart, ready to be drawn or read out: bars with their texts.
package struct Chart: Hashable, Sendable {
  /// How the bars are drawn if there is room.
  package enum Shape: Hashable, Sendable {
    case bars
    /// For a sequence in time.
    case columns
    /// Values that never fall, with points for comparison and room for `count` bars.
    case line(beside: [Double], count: Int)
    /// The bars are the days with data.
    case calendar(year: Int)
    /// A figure also appears large at the top.
    case facts
  }

  package struct Bar: Hashable, Sendable {
    package var label: String
    /// The length; not negative.
    package var value: Double
    /// The amount, which may be negative; nil if it is unknown or not a number.
    package var figure: Double?
    package var text: String
    /// A query in the finder's language for the rows of the bar; nil if there is none.
    package var query: String?
    /// The length of the same bar a year before; 0 if there is none.
    package var before = 0.0
    /// The part of a goal that is reached, from 0 up; nil if there is no goal.
    package var share: Double?

    package init(label: String, figure: Double?, text: String, query: String? = nil) {
      (self.label, self.figure, self.text, self.query) = (label, figure, text, query)
      value = max(0, figure ?? 0)
    }
  }

  package var title: String
  package var shape: Shape
  package var bars: [Bar]
  /// What the chart does not show, one sentence each.
  package var notes: [String]
  /// The year before, if the bars have its lengths.
  package var yearBefore: Int?

  package init(_ title: String, _ shape: Shape, _ bars: [Bar], notes: [String] = []) {
    (self.title, self.shape, self.bars, self.notes) = (title, shape, bars, notes)
  }
}
