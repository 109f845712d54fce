import Records

/// A change in the history, or a step of several changes.
public struct HistoryLine: NumberedLine {
  package var number: Int64
  /// Nil if the table no longer exists.
  package var id: RecordID?
  /// The local time, such as `21 Nov 09:14`.
  package var time: String
  /// A description such as `Author of “Lamp”: a → b`.
  package var what: String
  /// The description with longer values, for the selected line.
  package var full: String
  package var state: Change.State
  package var count: Int
  /// How many changes of a step have reached the database.
  package var writtenCount: Int

  package init(
    number: Int64, id: RecordID?, time: String, what: String, full: String? = nil,
    state: Change.State, count: Int = 1, writtenCount: Int = 0
  ) {
    (self.number, self.id, self.time, self.what) = (number, id, time, what)
    self.full = full ?? what
    (self.state, self.count, self.writtenCount) = (state, count, writtenCount)
  }
}

extension HistoryLine: TextLine {
  package var texts: [String] { [time, full, HistoryWording.state(of: self)] }
}

/// The contents of a history screen.
public enum HistorySource: Hashable, Sendable {
  package static let partSize = 200

  case steps
  case changes(ofStep: Int64)
  case abandoned
}
