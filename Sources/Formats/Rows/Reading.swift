/// One time that a book was read; the dates are ISO 8601 and may end after the year or the month.
public struct Reading: Hashable, Sendable {
  /// When it was begun.
  public var started: String?
  /// When it was finished.
  public var finished: String?
  /// When the reader gave up.
  public var stopped: String?

  /// Makes a reading of its dates.
  public init(started: String? = nil, finished: String? = nil, stopped: String? = nil) {
    (self.started, self.finished, self.stopped) = (started, finished, stopped)
  }

  /// Whether nothing is known but that it was.
  public var isUndated: Bool { started == nil && finished == nil && stopped == nil }
}
