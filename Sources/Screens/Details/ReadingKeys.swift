import Records

/// The meaning of the keys about reading and lending, for a row of a list and for the record of a detail: a book or a loan.
enum ReadingKeys {
  /// The effect of an action on a row; nil for other actions.
  static func effect(_ action: Action, on id: RecordID) -> Effect? {
    switch action {
    case .startReading: .reading(.start(id))
    case .finishReading: .reading(.askAboutEnd(id))
    case .noteProgress: .reading(.askHowFar(id))
    case .lend: .reading(.lend(id))
    case .loans: .reading(.openLoans)
    default: nil
    }
  }

  /// Whether the rows of a table are read and lent, if the action is about that.
  static func offers(_ action: Action, _ schema: Schema) -> Bool {
    switch action {
    case .startReading, .finishReading, .noteProgress: schema.isRead
    case .lend, .loans: schema.isRead || schema.isOfLoans
    default: true
    }
  }
}
