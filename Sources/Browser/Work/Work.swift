import BookStore

/// A job that the loop does between the keys, and what the person sees of it.
///
/// Each kind has a file of its own, which says all that is particular to it; those that change rows one by one are a
/// `RowAction`.
protocol Work: Job {
  /// What it is called while it goes on, without a full stop.
  var name: String { get }
  /// Whether it goes by the places of the list's rows, which have to stay until it is over.
  var needsList: Bool { get }
  /// Whether leaving the program asks first, because something would be left half done.
  var asksBeforeLeaving: Bool { get }
  /// Whether it only looks for a row, and so gives way to other work.
  var isSearch: Bool { get }
  /// Whether nothing can be done before more of the list is known, which wakes the loop.
  var isWaiting: Bool { get }
  /// Says what was done; the work does not go on after this.
  func end(_ end: WorkEnd)
}

extension Work {
  var needsList: Bool { false }
  var asksBeforeLeaving: Bool { true }
  var isSearch: Bool { false }
  var isWaiting: Bool { false }
}
