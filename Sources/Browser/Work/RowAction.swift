import BookStore
import Records
import Screens

/// An action on each of many rows.
protocol RowAction {
  /// What it is called while it goes on, without a full stop.
  var name: String { get }
  /// Whether leaving the program asks first, because something would be left half done.
  var asksBeforeLeaving: Bool { get }
  /// Whether the rows stay where they are, so that some can be done while others are still being found.
  var keepsPlaces: Bool { get }
  /// How many rows are done between two looks at the clock, in less time than a frame takes.
  var batchSize: Int { get }
  /// How the message begins if it fails before any row is done; empty if the reason is enough.
  var failure: String { get }

  /// Does it with some rows.
  ///
  /// - Throws: What the store's calls can end with; then none of these rows counts as done.
  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError)

  /// Says what was done, as a sentence.
  func sentence(_ rows: RowWork, heldCount: Int) -> String

  /// Does what comes once all is done.
  func conclude()
}

extension RowAction {
  var asksBeforeLeaving: Bool { true }
  var keepsPlaces: Bool { true }
  var batchSize: Int { 64 }
  var failure: String { "" }
  func conclude() {}
}
