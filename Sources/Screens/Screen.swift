import Cells
import Queries
import Records

/// A value that knows nothing of the store, of SQLite or of a terminal.
package protocol Screen: Sendable {
  var mode: Mode { get }
  /// The mode while nothing is typed; it identifies the kind of screen.
  var kind: Mode { get }

  // Requirements, because every frame asks every screen, and a first failed cast to a protocol would search the
  // whole program for a conformance.

  var form: (any FormScreen)? { get }
  var fieldEditor: (any EditorScreen)? { get }

  // MARK: - Keys and text

  mutating func perform(_ action: Action, layout: Layout) -> Outcome
  mutating func insert(_ text: String, isPaste: Bool) -> Outcome
  /// Selects the next choice of a menu that begins with a letter, or makes it; nil if there is none.
  mutating func select(choice letter: Character) -> Outcome?
  func meaning(of action: Action, _ layout: Layout) -> Action
  /// Whether an action can do anything now; otherwise it has no hint.
  func offers(_ action: Action, _ layout: Layout) -> Bool
  func hint(for action: Action, _ layout: Layout) -> String?
  /// Sorts by the column whose heading was clicked; nil if the word is no heading.
  func order(byHead word: String) -> Effect?
  /// Selects the field or the cover at a place; nil if there is none, otherwise whether it was selected before.
  mutating func selectField(at place: Position, layout: Layout) -> Bool?

  var isSortedByHand: Bool { get }
  var isReadOnly: Bool { get }
  var hasBytes: Bool { get }
  var hasToggle: Bool { get }

  // MARK: - The screens above

  mutating func accept(_ value: Value, title: String?) -> Acceptance
  func take(file bytes: Value) -> Outcome
  mutating func take(edited text: String) -> Outcome?
  /// The editor for a large value; nil if the value is not for this screen.
  func editor(of id: RecordID, field: Int, holding value: Value) -> (screen: any Screen, note: Message?)?
  func screen(for inserted: RecordSnapshot, in schema: Schema) -> any Screen
  var preview: (any Screen)? { get }

  // MARK: - What it is about

  var shownRecord: RecordID? { get }
  /// Whether leaving the record returns to a statement's result.
  var isVisit: Bool { get set }
  var wantedRecord: RecordID? { get }
  /// Whether the action's key means that action here, and not a character or nothing.
  func takes(_ action: Action) -> Bool
  var closesWhenSaved: Bool { get }
  /// The record whose referring rows are shown, and the store's edition when they were read.
  var related: (record: RecordSnapshot, edition: Int?)? { get }
  var dirtyRecord: RecordID? { get }
  var comparedRecord: ComparedRecord? { get }
  var subject: Schema? { get }
  var suggestedField: Field? { get }
  var reference: Reference? { get }
  func draftValue(_ field: Int) -> Value?
  var unsavedValues: [String: Value] { get }
  func visibleValues(_ layout: Layout) -> Range<Int>?
  /// Whether an export writes this screen instead of the rows of the list.
  var canExport: Bool { get }
  var exported: ExportExtent? { get }
  var isUnread: Bool { get }
  mutating func findMore()
  var again: Effect? { get }
  var isOver: Bool { get }
  /// Whether the inspector filled the terminal when it opened the screen; nil if it did not.
  var wasInspectorWhole: Bool? { get }

  // MARK: - Drawing

  var isOverlay: Bool { get }
  /// The navigation bar; nil for an overlay that leaves the bar below visible.
  var bar: Bar? { get }
  func bar(isReadOnly: Bool) -> Bar?
  var namesScreenBelow: Bool { get }
  var prompt: Prompt? { get }
  /// The spoken form of the screen; nil if its drawing is read out.
  var speech: Speech? { get }

  mutating func receive(_ update: Update)
  mutating func settle(_ layout: Layout)
  func draw(on frame: inout Frame, layout: Layout)
}
