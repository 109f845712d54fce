/// A reading of a book; the dates are ISO 8601 and may consist of a year or a year and month.
package struct Reading: Hashable, Sendable {
  package var started: String?
  /// The end, if the book was finished.
  package var finished: String?
  /// The day when the reader gave up.
  package var stopped: String?

  package init(started: String? = nil, finished: String? = nil, stopped: String? = nil) {
    (self.started, self.finished, self.stopped) = (started, finished, stopped)
  }

  package var isUndated: Bool { started == nil && finished == nil && stopped == nil }
}
