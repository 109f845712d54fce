import Records

enum MergeScreenWording {
  static let merge = "Merge"

  static func title(_ count: Int, _ schema: Schema) -> String {
    "Merge \(Wording.count(count, schema))"
  }

  static func heading(_ place: Int, _ id: RecordID, of count: Int, shown: Range<Int>) -> String {
    let key = id.rowid.map { " \($0)" } ?? ""
    let more = (
      left: place == shown.lowerBound && place > 0 ? "‹ " : "",
      right: place == shown.upperBound - 1 && place < count - 1 ? " ›" : ""
    )
    return more.left + (place == 0 ? "stays\(key)" : "goes\(key)") + more.right
  }

  static func cannotTakeAll(_ field: Field) -> Message {
    .problem("\(field.label) holds one value. Only lists and long texts can keep those of all rows.")
  }
}
