import Cells
import Queries
import Records

/// What each screen can do; a screen is a value and knows nothing of the store, of SQLite or of a terminal.
///
/// The stack, the panes and the browser ask a screen, and never which one it is. Most questions have an answer by default, in
/// `Screen+Defaults.swift`.
protocol Screen: Sendable {
  /// What the screen is doing, which decides what keys mean.
  var mode: Mode { get }

  // These two are asked of every screen for every frame. A cast to a protocol would search the whole program for a
  // conformance when it finds none for the first time.

  /// The screen as a form, if it is one.
  var form: (any FormScreen)? { get }
  /// The screen as the editor of a field, if it is one.
  var fieldEditor: (any EditorScreen)? { get }

  // MARK: - Keys and text

  /// Does what a key says.
  mutating func perform(_ action: Action, layout: Layout) -> Outcome
  /// Takes typed or pasted text.
  mutating func insert(_ text: String, isPaste: Bool) -> Outcome
  /// What an action means here; by default itself.
  func meaning(of action: Action, _ layout: Layout) -> Action
  /// Whether an action can do anything now; the hints name no other.
  func offers(_ action: Action, _ layout: Layout) -> Bool
  /// What the hint for an action says here instead of its usual words, if it does.
  func hint(for action: Action, _ layout: Layout) -> String?
  /// Sorts the rows by the column whose head was clicked, if there is one.
  func order(byHead word: String) -> Effect?
  /// Whether nothing that the screen shows can be changed.
  var isReadOnly: Bool { get }
  /// Whether a field is chosen that holds a photo or another blob.
  var hasBytes: Bool { get }
  /// Whether a field is chosen that is yes or no.
  var hasToggle: Bool { get }

  // MARK: - The screens above

  /// Takes a value for the field that the screen above was opened for.
  ///
  /// - Parameter title: What the row is called whose value it is, if a row was chosen.
  mutating func accept(_ value: Value, title: String?) -> Acceptance
  /// Takes the bytes of the file that was chosen.
  func take(file bytes: Value) -> Outcome
  /// The editor of a large value that was read to be edited, with what is said about it; nil if the value is not the screen's.
  func editor(of id: RecordID, field: Int, holding value: Value) -> (screen: any Screen, note: Message?)?
  /// The screen that shows a record which was inserted from here.
  func screen(for inserted: RecordSnapshot, in schema: Schema) -> any Screen
  /// The screen beside this one once the cursor rests, with what it needs; nil if nothing is selected.
  var preview: (any Screen)? { get }

  // MARK: - What it is about

  /// The record whose fields the screen shows, if it shows one's.
  var shownRecord: RecordID? { get }
  /// The record, if it is not read yet.
  var wantedRecord: RecordID? { get }
  /// The record, if the rows that point to it are not known yet.
  var wantedRelated: RecordID? { get }
  /// The record, if it was dirty when it was read.
  var dirtyRecord: RecordID? { get }
  /// What the inspector shows twice while the screen is the topmost one that has something.
  var comparedRecord: ComparedRecord? { get }
  /// The table whose values are edited from the screen.
  var subject: Schema? { get }
  /// The field whose texts can complete what is typed, if there is one.
  var suggestedField: Field? { get }
  /// The foreign key for which a row is chosen here, if one is.
  var reference: Reference? { get }
  /// The value of a field of the new record that is typed here; nil if none is.
  func draftValue(_ field: Int) -> Value?
  /// What was typed here for a new record, by its columns.
  var unsavedValues: [String: Value] { get }
  /// The places of the values that are visible, if there are any.
  func visibleValues(_ layout: Layout) -> Range<Int>?
  /// Reads again what the screen shows a part of.
  var again: Effect? { get }
  /// Whether there is nothing left to show.
  var isOver: Bool { get }
  /// Whether the inspector was whole when the screen was opened from it; nil if it was not.
  var wasInspectorWhole: Bool? { get }

  // MARK: - Drawing

  /// Whether the screen below is still seen.
  var isOverlay: Bool { get }
  /// The navigation bar; nil if the screen lies over the one below and lets its bar be seen.
  var bar: Bar? { get }
  /// The navigation bar while nothing in the database can be changed; by default the usual one.
  func bar(isReadOnly: Bool) -> Bar?
  /// Whether the bar names the screen below.
  var namesScreenBelow: Bool { get }
  /// What is being typed on the status line, if something is.
  var prompt: Prompt? { get }
  /// What the screen says to somebody who listens; nil if it is read as it is drawn.
  var speech: Speech? { get }

  /// Takes an answer to an effect.
  mutating func receive(_ update: Update)
  /// Puts the selection and the view where they can be, once the size or the rows have changed.
  mutating func settle(_ layout: Layout)
  /// Draws the content into the layout's rows.
  func draw(on frame: inout Frame, layout: Layout)
}
