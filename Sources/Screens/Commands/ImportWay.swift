/// What happens to the values of a file that have no matching field in the table.
public enum ImportWay: Hashable, Sendable, CaseIterable {
  /// A new library is made from the file, with fields for all of them.
  case newLibrary
  /// The table gets fields for them first.
  case addingFields
  /// They are left out.
  case fitting
}
