import Records

/// The sentences of the groups of a list.
public enum GroupWording {
  /// Shown while groups are counted.
  public static let counting = "Counting groups"
  /// The answer if a list is not sorted by a field.
  public static let sortFirst = Message(
    "Sort the list first, with s: its groups are those of the field that it is sorted by.")

  static let none = "Nothing"
  static let totalHeading = "Add up"

  static func title(_ field: Field) -> String { "By \(field.label)" }

  static func count(_ found: RowGroups) -> String {
    (found.isComplete ? "" : "≥ ") + Wording.number(found.groups.count)
  }

  static let noNumbers = Message("This table has no field of numbers to add up.")
}
