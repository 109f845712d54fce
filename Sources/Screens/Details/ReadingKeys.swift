import Records

/// The effects of the keys for reading and lending, on rows of a list or the record of a detail: books or loans.
enum ReadingKeys {
  static func effect(_ action: Action, on rows: RowSet, _ schema: Schema) -> Effect? {
    switch action {
    case .startReading: .reading(.start(rows))
    case .finishReading: .reading(.askAboutEnd(rows))
    case .noteProgress: rows.only.map { .reading(.askHowFar($0)) } ?? .say(Wording.notOfSeveral(schema))
    case .lend: .reading(.lend(rows))
    default: nil
    }
  }

  static func offers(_ action: Action, _ schema: Schema) -> Bool {
    switch action {
    case .startReading, .finishReading, .noteProgress: schema.isRead
    case .lend, .asks(.reading(.openLoans), _): schema.isRead || schema.isOfLoans
    default: true
    }
  }
}
