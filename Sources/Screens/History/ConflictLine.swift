import Records

/// A row in conflict, or a change that could not be restored or undone, with the choices.
public struct ConflictLine: NumberedLine {
  package static let partSize = 50

  package let number: Int64
  let choices: [Choice]

  struct Choice: Hashable, Sendable {
    /// Only the first choice of a field or a row has a heading.
    var heading: String?
    let name: String
    var value = ""
    let effect: Effect
    var isLoss = false
  }

  /// A field that another program has changed, with the values to choose from.
  public struct Field: Hashable, Sendable {
    let index: Int
    let label: String
    /// In the order of `Conflict.Choice`.
    let values: [String]

    package init(_ index: Int, label: String, mine: String, theirs: String, original: String) {
      (self.index, self.label) = (index, label)
      values = [mine, theirs, original]
    }
  }

  /// Makes a line about a change that could not be restored or undone.
  package init(number: Int64, standing sentence: String) {
    self.number = number
    choices = [
      Choice(
        heading: sentence, name: HistoryWording.keep, effect: .settleStanding(number, isDiscarded: false)),
      Choice(name: HistoryWording.discard, effect: .settleStanding(number, isDiscarded: true), isLoss: true),
    ]
  }

  /// Makes a line about a row whose fields another program has changed, too.
  package init(number: Int64, id: RecordID, title: String, fields: [Field]) {
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
  /// - Parameter replacement: The row as changed here, and another row that has its key now.
  package init(
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
  package init(number: Int64, heading: String, choices: [(name: String, value: String, effect: Effect)]) {
    self.number = number
    self.choices = choices.enumerated().map { place, choice in
      Choice(
        heading: place == 0 ? heading : nil, name: choice.name, value: choice.value, effect: choice.effect)
    }
  }
}
