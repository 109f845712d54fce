import Records

/// One reading session: its day, its length and a note.
public struct ReadingSession: Hashable, Sendable {
  /// The day, a text such as `2024-05-01`.
  public var day: Value
  /// The moment, a text that begins with the day.
  public var moment: Value
  /// The minutes, or NULL.
  public var minutes: Value
  /// The note, or NULL.
  public var note: Value

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - moment: The moment; nil for that of the day, which for today is now.
  ///   - minutes: The minutes, or NULL.
  ///   - note: The note, or NULL.
  public init(on day: Value, at moment: Value? = nil, minutes: Value = .null, note: Value = .null) {
    (self.day, self.minutes, self.note) = (day, minutes, note)
    self.moment = moment ?? ReadingMoment.value(day)
  }

  /// The session, or nil if there is nothing to note of it but the day.
  public var unlessEmpty: ReadingSession? { minutes.isNull && note.isNull ? nil : self }
}
