import Cells
import Records

/// The defaults, which fit most screens.
extension Screen {
  var form: (any FormScreen)? { nil }
  var fieldEditor: (any EditorScreen)? { nil }

  mutating func insert(_ text: String, isPaste: Bool) -> Outcome { .nothing }
  mutating func select(choice letter: Character) -> Bool { false }
  func meaning(of action: Action, _ layout: Layout) -> Action { action }
  func offers(_ action: Action, _ layout: Layout) -> Bool { true }
  func hint(for action: Action, _ layout: Layout) -> String? { nil }
  func order(byHead word: String) -> Effect? { nil }
  var isSortedByHand: Bool { false }
  var isReadOnly: Bool { false }
  var hasBytes: Bool { false }
  var hasToggle: Bool { false }

  mutating func accept(_ value: Value, title: String?) -> Acceptance { .waits([]) }
  func take(file bytes: Value) -> Outcome { .nothing }
  func editor(of id: RecordID, field: Int, holding value: Value) -> (screen: any Screen, note: Message?)? {
    nil
  }
  func screen(for inserted: RecordSnapshot, in schema: Schema) -> any Screen {
    DetailScreen(schema: schema, record: inserted)
  }
  var preview: (any Screen)? { nil }

  var shownRecord: RecordID? { nil }
  var wantedRecord: RecordID? { nil }
  func takes(_ action: Action) -> Bool { action != .toggle || hasToggle }
  var closesWhenSaved: Bool { false }
  var related: (record: RecordSnapshot, edition: Int?)? { nil }
  var dirtyRecord: RecordID? { nil }
  var comparedRecord: ComparedRecord? { nil }
  var subject: Schema? { nil }
  var suggestedField: Field? { nil }
  var reference: Reference? { nil }
  func draftValue(_ field: Int) -> Value? { nil }
  var unsavedValues: [String: Value] { [:] }
  func visibleValues(_ layout: Layout) -> Range<Int>? { nil }
  var again: Effect? { nil }
  var isOver: Bool { false }
  var wasInspectorWhole: Bool? { nil }

  var isOverlay: Bool { false }
  func bar(isReadOnly: Bool) -> Bar? { bar }
  var namesScreenBelow: Bool { false }
  var prompt: Prompt? { nil }
  var speech: Speech? { nil }

  mutating func receive(_ update: Update) {}
  mutating func settle(_ layout: Layout) {}
}
