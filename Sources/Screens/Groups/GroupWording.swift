import Cells
import Records

/// Words about the groups of a list.
public enum GroupWording {
  package static let counting = "Counting groups"
  package static let sortFirst = Message(
    "Sort the list first, with s: its groups are those of the field that it is sorted by.")

  package static let noAuthors = Message(
    "This table has no field called Author; f lists the values of other fields.")

  /// The reply if the list is sorted by another field than the groups.
  package static func sortFirst(by field: Field) -> Message {
    Message("Sort the list by \(field.label) first, with s: then z goes to the group.")
  }

  static let none = "Nothing"
  static let totalHeading = "Add up"

  static func title(_ field: Field) -> String { "By \(field.label)" }

  static func count(_ found: RowGroups) -> String {
    (found.isComplete ? "" : "≥ ") + Wording.number(found.groups.count)
  }

  static let noNumbers = Message("This table has no field of numbers to add up.")

  static func heading(of field: Field, isAverage: Bool) -> String {
    "\(isAverage ? "average" : "sum") of \(field.label)"
  }

  static func cell(_ text: String, width: Int) -> String {
    String(repeating: " ", count: max(0, width - TextWidth.width(of: text)) + 2) + text
  }

  /// Aligned numbers at the end of a line; a missing number leaves its place empty.
  ///
  /// - Parameter isNarrow: Whether to leave out the labels.
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
