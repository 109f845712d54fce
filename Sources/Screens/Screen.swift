import Cells
import Queries
import Records

/// A screen: a value that knows nothing of the store, of SQLite or of a terminal.
package protocol Screen: Sendable {
  /// The screen's current state, which determines what keys mean.
  var mode: Mode { get }
  /// The mode while nothing is typed; it identifies the kind of screen.
  var kind: Mode { get }

  // These two are requirements because every screen is queried for every frame, and the first failed cast to a protocol would
  // search the whole program for a conformance.

  var form: (any FormScreen)? { get }
  var fieldEditor: (any EditorScreen)? { get }

  // MARK: - Keys and text

  mutating func perform(_ action: Action, layout: Layout) -> Outcome
  mutating func insert(_ text: String, isPaste: Bool) -> Outcome
  /// Selects the next choice of a menu that begins with a letter, or makes the choice; nil if there is none.
  mutating func select(choice letter: Character) -> Outcome?
  /// The action that a key performs here; by default, the action itself.
  func meaning(of action: Action, _ layout: Layout) -> Action
  /// Whether an action can do anything now; if not, there is no hint for it.
  func offers(_ action: Action, _ layout: Layout) -> Bool
  /// The hint for an action here, if it differs from the usual one.
  func hint(for action: Action, _ layout: Layout) -> String?
  /// Sorts the rows by the column whose heading was clicked, if the word is a heading.
  func order(byHead word: String) -> Effect?
  /// Selects what is at a place of a record or a gallery; nil if there is nothing, otherwise whether it was selected before.
  mutating func selectField(at place: Position, layout: Layout) -> Bool?

  /// Whether the rows are in manual order, so that they can be dragged.
  var isSortedByHand: Bool { get }
  var isReadOnly: Bool { get }
  var hasBytes: Bool { get }
  var hasToggle: Bool { get }

  // MARK: - The screens above

  /// - Parameter title: The row's title, if a row was chosen.
  mutating func accept(_ value: Value, title: String?) -> Acceptance
  func take(file bytes: Value) -> Outcome
  /// Takes a text from the external editor; nil if the screen has none to edit.
  mutating func take(edited text: String) -> Outcome?
  /// The editor for a large value, with a note; nil if the value is not for this screen.
  func editor(of id: RecordID, field: Int, holding value: Value) -> (screen: any Screen, note: Message?)?
  func screen(for inserted: RecordSnapshot, in schema: Schema) -> any Screen
  /// The screen to show beside this one when the cursor rests; nil if nothing is selected.
  var preview: (any Screen)? { get }

  // MARK: - What it is about

  var shownRecord: RecordID? { get }
  /// Whether leaving the record returns to the result of a statement.
  var isVisit: Bool { get set }
  /// The shown record, if it has not been read yet.
  var wantedRecord: RecordID? { get }
  /// Whether the action's key means that action here; otherwise it means nothing, or the character that it types.
  func takes(_ action: Action) -> Bool
  /// Whether the screen closes when it is saved, instead of showing the new record.
  var closesWhenSaved: Bool { get }
  /// The record, if the screen shows the rows that point to it; `edition` is the store's counter when they were read.
  var related: (record: RecordSnapshot, edition: Int?)? { get }
  var dirtyRecord: RecordID? { get }
  /// The record for the inspector to compare; the topmost screen with one counts.
  var comparedRecord: ComparedRecord? { get }
  var subject: Schema? { get }
  /// The field whose texts can complete the typed text, if any.
  var suggestedField: Field? { get }
  var reference: Reference? { get }
  /// The value of a field of the new record typed here; nil if there is none.
  func draftValue(_ field: Int) -> Value?
  var unsavedValues: [String: Value] { get }
  /// The visible positions of a list of values, if the screen is one.
  func visibleValues(_ layout: Layout) -> Range<Int>?
  /// Whether an export writes the contents of this screen instead of the rows of the list.
  var canExport: Bool { get }
  /// The lines that an export writes from here; nil to export the rows of the list.
  var exported: ExportExtent? { get }
  /// Whether some lines have not been searched for the typed words yet.
  var isUnread: Bool { get }
  mutating func findMore()
  /// The effect that reads the visible part again.
  var again: Effect? { get }
  var isOver: Bool { get }
  /// If the screen was opened from the inspector, whether the inspector filled the terminal; otherwise nil.
  var wasInspectorWhole: Bool? { get }

  // MARK: - Drawing

  /// Whether the screen below stays visible.
  var isOverlay: Bool { get }
  /// The navigation bar; nil for an overlay that leaves the bar below visible.
  var bar: Bar? { get }
  /// The navigation bar while the database is read-only; by default, the usual one.
  func bar(isReadOnly: Bool) -> Bar?
  var namesScreenBelow: Bool { get }
  var prompt: Prompt? { get }
  /// The spoken form of the screen; nil if its drawing is read out.
  var speech: Speech? { get }

  mutating func receive(_ update: Update)
  /// Clamps the selection and the scroll position after the size or the rows have changed.
  mutating func settle(_ layout: Layout)
  func draw(on frame: inout Frame, layout: Layout)
}
