import Records

/// One reading session: its day, length and note.
public struct ReadingSession: Hashable, Sendable {
  /// The day, a text such as `2024-05-01`.
  public var day: Value
  /// The moment, a text that starts with the day.
  public var moment: Value
  /// The minutes, or NULL.
  public var minutes: Value
  /// The note, or NULL.
  public var note: Value

  /// Creates a session.
  ///
  /// - Parameter moment: The moment; by default the current time if the day is today, otherwise the day.
  public init(on day: Value, at moment: Value? = nil, minutes: Value = .null, note: Value = .null) {
    (self.day, self.minutes, self.note) = (day, minutes, note)
    self.moment = moment ?? ReadingMoment.value(day)
  }

  /// The session, or nil if only its day is known.
  public var unlessEmpty: ReadingSession? { minutes.isNull && note.isNull ? nil : self }
}
