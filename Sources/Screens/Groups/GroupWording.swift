import Cells
import Records

/// The sentences of the groups of a list.
public enum GroupWording {
  /// Shown while groups are counted.
  public static let counting = "Counting groups"
  /// The answer if a list is not sorted by a field.
  public static let sortFirst = Message(
    "Sort the list first, with s: its groups are those of the field that it is sorted by.")

  /// The answer where a table has no authors.
  public static let noAuthors = Message(
    "This table has no field called Author; f lists the values of other fields.")

  /// The answer to the key that goes to a group in the list, where that is sorted by something else.
  public static func sortFirst(by field: Field) -> Message {
    Message("Sort the list by \(field.label) first, with s: then z goes to the group.")
  }

  static let none = "Nothing"
  static let totalHeading = "Add up"

  static func title(_ field: Field) -> String { "By \(field.label)" }

  static func count(_ found: RowGroups) -> String {
    (found.isComplete ? "" : "≥ ") + Wording.number(found.groups.count)
  }

  static let noNumbers = Message("This table has no field of numbers to add up.")

  /// The heading of a column of sums or averages.
  static func heading(of field: Field, isAverage: Bool) -> String {
    "\(isAverage ? "average" : "sum") of \(field.label)"
  }

  /// A number or a heading at the right end of a column, after a gap.
  static func cell(_ text: String, width: Int) -> String {
    String(repeating: " ", count: max(0, width - TextWidth.width(of: text)) + 2) + text
  }

  /// Numbers at the end of a line, each below that of the line above; one that is missing leaves its place empty.
  ///
  /// - Parameter isNarrow: Whether there is no room for the labels.
  static func note(_ numbers: [(label: String, text: String, width: Int)], isNarrow: Bool) -> String {
    let texts = numbers.enumerated().map { place, number in
      let label = isNarrow || number.label.isEmpty ? "" : number.label + " "
      let blanks = String(repeating: " ", count: max(0, number.width - number.text.count))
      let whole = (place == 0 ? "" : " · ") + label + blanks + number.text
      return number.text.isEmpty ? String(repeating: " ", count: TextWidth.width(of: whole)) : whole
    }
    return texts.joined()
  }
}
