import Records

/// What the keys about reading and lending mean for a row, on a list and in a detail.
enum ReadingKeys {
  /// The effect of an action on a row; nil for other actions.
  static func effect(_ action: Action, on id: RecordID, of schema: Schema) -> Effect? {
    let effect: Effect? =
      switch action {
      case .startReading: .startReading(id)
      case .finishReading: .askAboutReading(id)
      case .lend: .lend(id)
      default: nil
      }
    return effect.map { schema.isRead ? $0 : .say(Wording.noReadings) }
  }

  /// Whether a hint about an action is worth its room.
  static func offers(_ action: Action, _ schema: Schema) -> Bool {
    switch action {
    case .startReading, .finishReading, .lend: schema.isRead
    default: true
    }
  }
}
