import Records

/// The meaning of the keys about reading and lending, for rows of a list and for the record of a detail: books or loans.
enum ReadingKeys {
  /// The effect of an action on some rows; nil for other actions.
  static func effect(_ action: Action, on rows: RowSet, _ schema: Schema) -> Effect? {
    switch action {
    case .startReading: .reading(.start(rows))
    case .finishReading: .reading(.askAboutEnd(rows))
    case .noteProgress: rows.only.map { .reading(.askHowFar($0)) } ?? .say(Wording.notOfSeveral(schema))
    case .lend: .reading(.lend(rows))
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
