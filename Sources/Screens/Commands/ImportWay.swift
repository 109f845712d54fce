/// What becomes of the values of a file for which a table has no place.
public enum ImportWay: Hashable, Sendable, CaseIterable {
  /// A new library is made from the file, with a place for all of them.
  case newLibrary
  /// The table gets fields for them first.
  case addingFields
  /// They are left out.
  case fitting
}
