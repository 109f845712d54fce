import Records
import Screens

/// The sentences of the screen that shows rows side by side.
enum MergeScreenWording {
  static let merge = "Merge"

  static func title(_ count: Int, _ schema: Schema) -> String {
    "Merge \(Wording.count(count, schema))"
  }

  /// What stands above a row.
  static func heading(_ place: Int, _ id: RecordID) -> String {
    let key = id.rowid.map { " \($0)" } ?? ""
    return place == 0 ? "stays\(key)" : "goes\(key)"
  }

  /// The answer to the key for all values, in a field that holds one.
  static func cannotTakeAll(_ field: Field) -> Message {
    .problem("\(field.label) holds one value. Only lists and long texts can keep those of all rows.")
  }
}
