import BookStore
import Records
import Screens

/// An action on each of many rows.
protocol RowAction {
  /// Its name while it runs, without a full stop.
  var name: String { get }
  /// Whether quitting asks first, because something would be left half done.
  var asksBeforeLeaving: Bool { get }
  /// Whether rows keep their positions, so that the first ones can be processed while others are still being found.
  var keepsPlaces: Bool { get }
  /// Whether marked rows are processed in the order of the list, as far as it shows them.
  var followsList: Bool { get }
  /// How many rows are processed between two checks of the clock; it must take less time than a frame.
  var batchSize: Int { get }
  /// How the message starts if it fails before any row is done; empty if the reason is enough.
  var failure: String { get }

  /// Processes some rows.
  ///
  /// - Throws: The errors of the store's calls; none of these rows counts as done then.
  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError)

  /// Says what was done, as a sentence.
  func sentence(_ rows: RowWork, heldCount: Int) -> String

  /// Runs after all rows are done.
  func conclude()
}

extension RowAction {
  var asksBeforeLeaving: Bool { true }
  var keepsPlaces: Bool { true }
  var followsList: Bool { false }
  var batchSize: Int { 64 }
  var failure: String { "" }
  func conclude() {}
}
