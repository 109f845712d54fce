import Cells
import Records

extension Screen {
  package var kind: Mode { mode }
  package var form: (any FormScreen)? { nil }
  package var fieldEditor: (any EditorScreen)? { nil }

  package mutating func insert(_ text: String, isPaste: Bool) -> Outcome { .nothing }
  package mutating func select(choice letter: Character) -> Outcome? { nil }
  package func meaning(of action: Action, _ layout: Layout) -> Action { action }
  package func offers(_ action: Action, _ layout: Layout) -> Bool { true }
  package func hint(for action: Action, _ layout: Layout) -> String? { nil }
  package func order(byHead word: String) -> Effect? { nil }
  package mutating func selectField(at place: Position, layout: Layout) -> Bool? { nil }
  package var isSortedByHand: Bool { false }
  package var isReadOnly: Bool { false }
  package var hasBytes: Bool { false }
  package var hasToggle: Bool { false }

  package mutating func accept(_ value: Value, title: String?) -> Acceptance { .waits([]) }
  package func take(file bytes: Value) -> Outcome { .nothing }
  package mutating func take(edited text: String) -> Outcome? { nil }
  package func editor(of id: RecordID, field: Int, holding value: Value) -> (
    screen: any Screen, note: Message?
  )? {
    nil
  }
  package func screen(for inserted: RecordSnapshot, in schema: Schema) -> any Screen {
    DetailScreen(schema: schema, record: inserted)
  }
  package var preview: (any Screen)? { nil }

  package var shownRecord: RecordID? { nil }
  package var isVisit: Bool {
    get { false }
    set {}
  }
  package var wantedRecord: RecordID? { nil }
  package func takes(_ action: Action) -> Bool { action != .toggle || hasToggle }
  package var closesWhenSaved: Bool { false }
  package var related: (record: RecordSnapshot, edition: Int?)? { nil }
  package var dirtyRecord: RecordID? { nil }
  package var comparedRecord: ComparedRecord? { nil }
  package var subject: Schema? { nil }
  package var suggestedField: Field? { nil }
  package var reference: Reference? { nil }
  package func draftValue(_ field: Int) -> Value? { nil }
  package var unsavedValues: [String: Value] { [:] }
  package func visibleValues(_ layout: Layout) -> Range<Int>? { nil }
  package var canExport: Bool { false }
  package var exported: ExportExtent? { nil }
  package var isUnread: Bool { false }
  package mutating func findMore() {}
  package var again: Effect? { nil }
  package var isOver: Bool { false }
  package var wasInspectorWhole: Bool? { nil }

  package var isOverlay: Bool { false }
  package func bar(isReadOnly: Bool) -> Bar? { bar }
  package var namesScreenBelow: Bool { false }
  package var prompt: Prompt? { nil }
  package var speech: Speech? { nil }

  package mutating func receive(_ update: Update) {}
  package mutating func settle(_ layout: Layout) {}
}
