/// A reading of a book; the dates are ISO 8601 and may consist of a year or a year and month.
public struct Reading: Hashable, Sendable {
  /// The start.
  public var started: String?
  /// The end, if the book was finished.
  public var finished: String?
  /// The day when the reader gave up.
  public var stopped: String?

  /// Creates a reading.
  public init(started: String? = nil, finished: String? = nil, stopped: String? = nil) {
    (self.started, self.finished, self.stopped) = (started, finished, stopped)
  }

  /// Whether no date is known.
  public var isUndated: Bool { started == nil && finished == nil && stopped == nil }
}
