import Cells
import Queries
import Records

/// The requirements of a screen; a screen is a value and knows nothing of the store, of SQLite or of a terminal.
///
/// The stack, the panes and the browser never test which screen it is. Most requirements have a default in
/// `Screen+Defaults.swift`.
package protocol Screen: Sendable {
  /// What the screen is doing, which determines what keys mean.
  var mode: Mode { get }
  /// The mode while nothing is typed, which tells what kind of screen it is.
  var kind: Mode { get }

  // These two are queried on every screen for every frame. The first failed cast to a protocol would search the whole
  // program for a conformance.

  /// The screen as a form, if it is one.
  var form: (any FormScreen)? { get }
  /// The screen as the editor of a field, if it is one.
  var fieldEditor: (any EditorScreen)? { get }

  // MARK: - Keys and text

  /// Performs an action.
  mutating func perform(_ action: Action, layout: Layout) -> Outcome
  /// Takes typed or pasted text.
  mutating func insert(_ text: String, isPaste: Bool) -> Outcome
  /// Selects the next choice of a menu that begins with a letter; false if there is none.
  mutating func select(choice letter: Character) -> Bool
  /// The action that a key stands for here; by default, the action itself.
  func meaning(of action: Action, _ layout: Layout) -> Action
  /// Whether an action can do anything now; if not, there is no hint for it.
  func offers(_ action: Action, _ layout: Layout) -> Bool
  /// The hint for an action here, if it differs from the usual one.
  func hint(for action: Action, _ layout: Layout) -> String?
  /// Sorts the rows by the column whose heading was clicked, if it is one.
  func order(byHead word: String) -> Effect?

  /// Whether its rows are in an order by hand, in which they can be dragged.
  var isSortedByHand: Bool { get }
  /// Whether nothing on the screen can be changed.
  var isReadOnly: Bool { get }
  /// Whether the selected field holds a photo or another blob.
  var hasBytes: Bool { get }
  /// Whether the selected field is yes or no.
  var hasToggle: Bool { get }

  // MARK: - The screens above

  /// Takes a value for the field that the screen above was opened for.
  ///
  /// - Parameter title: The title of the row whose value it is, if a row was chosen.
  mutating func accept(_ value: Value, title: String?) -> Acceptance
  /// Takes the bytes of the chosen file.
  func take(file bytes: Value) -> Outcome
  /// Takes a text as the external editor left it; nil if the screen has none to edit.
  mutating func take(edited text: String) -> Outcome?
  /// The editor for a large value that was read for editing, with a note; nil if the value belongs to another screen.
  func editor(of id: RecordID, field: Int, holding value: Value) -> (screen: any Screen, note: Message?)?
  /// The screen that shows a record inserted from here.
  func screen(for inserted: RecordSnapshot, in schema: Schema) -> any Screen
  /// The screen to show beside this one when the cursor rests; nil if nothing is selected.
  var preview: (any Screen)? { get }

  // MARK: - What it is about

  /// The record whose fields the screen shows, if any.
  var shownRecord: RecordID? { get }
  /// The record, if it has not been read yet.
  var wantedRecord: RecordID? { get }
  /// Whether the key of an action means that here; otherwise it means nothing, or the character that it types.
  func takes(_ action: Action) -> Bool
  /// Whether the screen closes when it is saved, instead of showing the new record.
  var closesWhenSaved: Bool { get }
  /// The record, if the screen shows the rows that point to it, and when these were read, as the store counts; nil if they
  /// were not.
  var related: (record: RecordSnapshot, edition: Int?)? { get }
  /// The record, if it was dirty when it was read.
  var dirtyRecord: RecordID? { get }
  /// The record for the inspector to compare; the topmost screen with one counts.
  var comparedRecord: ComparedRecord? { get }
  /// The table whose values are edited here.
  var subject: Schema? { get }
  /// The field whose texts can complete what is typed, if any.
  var suggestedField: Field? { get }
  /// The foreign key for which a row is being chosen here, if any.
  var reference: Reference? { get }
  /// The value of a field of the new record typed here; nil if there is none.
  func draftValue(_ field: Int) -> Value?
  /// The values typed here for a new record, by column.
  var unsavedValues: [String: Value] { get }
  /// The visible positions of a list of values, if the screen is one.
  func visibleValues(_ layout: Layout) -> Range<Int>?
  /// Whether an export writes what is shown here, and not the rows of the list.
  var canExport: Bool { get }
  /// The lines that an export writes from here; nil to export the rows of the list.
  var exported: ExportExtent? { get }
  /// Whether there are lines in which the typed words have not been looked for.
  var isUnread: Bool { get }
  /// Looks for the typed words in the next lines.
  mutating func findMore()
  /// The effect that reads the visible part again.
  var again: Effect? { get }
  /// Whether nothing is left to show.
  var isOver: Bool { get }
  /// If the screen was opened from the inspector, whether that filled the screen; otherwise nil.
  var wasInspectorWhole: Bool? { get }

  // MARK: - Drawing

  /// Whether the screen below stays visible.
  var isOverlay: Bool { get }
  /// The navigation bar; nil for an overlay that leaves the bar below visible.
  var bar: Bar? { get }
  /// The navigation bar while the database is read-only; by default, the usual one.
  func bar(isReadOnly: Bool) -> Bar?
  /// Whether the bar names the screen below.
  var namesScreenBelow: Bool { get }
  /// The prompt on the status line, if any.
  var prompt: Prompt? { get }
  /// The spoken form of the screen; nil if its drawing is read out.
  var speech: Speech? { get }

  /// Takes an answer to an effect.
  mutating func receive(_ update: Update)
  /// Clamps the selection and the scroll position after the size or the rows have changed.
  mutating func settle(_ layout: Layout)
  /// Draws the content into the layout's rows.
  func draw(on frame: inout Frame, layout: Layout)
}
