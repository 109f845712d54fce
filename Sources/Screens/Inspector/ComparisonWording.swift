import Records

enum ComparisonWording {
  static let title = "Memory and database"
  static let inMemory = "in memory"
  static let inDatabase = "in the database"
  static let noRecord = "There is no record here."
  static let draft = "A new record: it is typed here, and no row has it before it is saved."
  static let unread = "…"
  static let wouldWrite = "would write"
  static let wouldWriteNothing = "Nothing would be written."
  static let noRow = "no such row"

  static func held(_ state: RecordState, _ byteCount: Int) -> String {
    switch state {
    case .known: "key and title"
    case .hydrated: "\(InspectorWording.hydrated) · \(Wording.bytes(byteCount))"
    case .dirty: "\(InspectorWording.dirty) · \(Wording.bytes(byteCount))"
    }
  }

  static func cut(_ text: String, _ byteCount: Int) -> String { "\(Wording.bytes(byteCount)): \(text)" }
}
