import Records

/// A row that was changed here and elsewhere, or a change that could not be restored or undone, with what can be chosen.
public struct ConflictLine: NumberedLine {
  /// The number of rows that the conflicts screen requests at once.
  public static let partSize = 50

  /// A number that decreases from row to row.
  public let number: Int64
  let choices: [Choice]

  struct Choice: Hashable, Sendable {
    /// Set on the first choice of a field or a row.
    var heading: String?
    let name: String
    var value = ""
    let effect: Effect
    var isLoss = false
  }

  /// A field that another program has changed, too, with the values to choose from.
  public struct Field: Hashable, Sendable {
    let index: Int
    let label: String
    /// In the order of `Conflict.Choice`.
    let values: [String]

    /// Makes a field; `index` is its place in the schema.
    public init(_ index: Int, label: String, mine: String, theirs: String, original: String) {
      (self.index, self.label) = (index, label)
      values = [mine, theirs, original]
    }
  }

  /// Makes a line about a change that could not be restored or undone; the sentence explains this.
  public init(number: Int64, standing sentence: String) {
    self.number = number
    choices = [
      Choice(
        heading: sentence, name: HistoryWording.keep, effect: .settleStanding(number, isDiscarded: false)),
      Choice(name: HistoryWording.discard, effect: .settleStanding(number, isDiscarded: true), isLoss: true),
    ]
  }

  /// Makes a line about a row of which another program has changed the same fields.
  public init(number: Int64, id: RecordID, title: String, fields: [Field]) {
    self.number = number
    choices = fields.flatMap { field in
      zip(Conflict.Choice.allCases, field.values).enumerated().map { place, choice in
        Choice(
          heading: place == 0 ? HistoryWording.heading(field.label, title) : nil,
          name: HistoryWording.name(of: choice.0), value: choice.1,
          effect: .resolve(id, field: field.index, choice.0))
      }
    }
  }

  /// Makes a line about a row that another program has deleted.
  ///
  /// - Parameter replacement: The row as it was changed here, and the other row that has its key now, if there is one.
  public init(
    number: Int64, gone id: RecordID, title: String, replacement: (mine: String, theirs: String)? = nil
  ) {
    self.number = number
    choices = [
      Choice(
        heading: HistoryWording.goneHeading(title, replacement?.mine), name: HistoryWording.insertAgain,
        effect: .insertAgain(id)),
      Choice(
        heading: replacement.map { HistoryWording.inItsPlace($0.theirs) }, name: HistoryWording.discard,
        effect: .discard(id), isLoss: true),
    ]
  }

  /// Makes a line about a row that another machine has changed, too.
  ///
  /// - Parameters:
  ///   - heading: What is in conflict.
  ///   - choices: What each choice is called, its value, empty if there is none, and what it does.
  public init(number: Int64, heading: String, choices: [(name: String, value: String, effect: Effect)]) {
    self.number = number
    self.choices = choices.enumerated().map { place, choice in
      Choice(
        heading: place == 0 ? heading : nil, name: choice.name, value: choice.value, effect: choice.effect)
    }
  }
}
