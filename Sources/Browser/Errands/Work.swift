import BookStore

/// A job that the loop runs between key presses, and how people see it.
///
/// Each kind has its own file with everything specific to it; those that change rows one by one are a `RowAction`.
protocol Work: Job {
  /// Its name while it runs, without a full stop.
  var name: String { get }
  /// Whether it depends on the positions of the list's rows, which must not change until it is over.
  var needsList: Bool { get }
  /// Whether quitting asks first, because something would be left half done.
  var asksBeforeLeaving: Bool { get }
  /// Whether it only searches for a row, and therefore gives way to other work.
  var isSearch: Bool { get }
  /// Whether it has to wait for more of the list, whose arrival wakes the loop.
  var isWaiting: Bool { get }
  /// Reports what was done; the work does not continue after this.
  func end(_ end: WorkEnd)
}

extension Work {
  var needsList: Bool { false }
  var asksBeforeLeaving: Bool { true }
  var isSearch: Bool { false }
  var isWaiting: Bool { false }
}
