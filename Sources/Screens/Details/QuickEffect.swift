import Records

/// A request of a screen to change rows by one or two keys.
public enum QuickEffect: Hashable, Sendable {
  /// Set a field; `goesOn` makes it part of the same step as the setting before.
  case set(RowSet, of: TableID, field: Int, Value, goesOn: Bool = false)
  /// Put rows on the shelf that was used last; without one, ask (`ScreenStack.openShelves`).
  case shelve(RowSet, of: TableID)
  /// Put rows on a shelf, which is made if there is none of this name.
  case put(RowSet, of: TableID, on: String)
}
