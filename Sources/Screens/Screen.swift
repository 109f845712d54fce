import Cells
import Records

/// What each screen can do; a screen is a value and knows nothing of the store, of SQLite or of a terminal.
protocol Screen: Sendable {
  /// What the screen is doing, which decides what keys mean.
  var mode: Mode { get }

  // These two are asked of every screen for every frame. A cast to a protocol would search the whole program for a
  // conformance when it finds none for the first time.

  /// The screen as a form, if it is one.
  var form: (any FormScreen)? { get }
  /// The screen as the editor of a field, if it is one.
  var fieldEditor: (any EditorScreen)? { get }

  /// The record whose fields the screen shows, if it shows one's.
  var shownRecord: RecordID? { get }

  /// Whether the screen below is still seen.
  var isOverlay: Bool { get }

  /// Whether nothing that the screen shows can be changed.
  var isReadOnly: Bool { get }

  /// Whether a field is chosen that points to a row.
  func hasLink(_ layout: Layout) -> Bool

  /// Whether a field is chosen that holds a photo or another blob.
  var hasBytes: Bool { get }
  /// Whether a field is chosen that is yes or no.
  var hasToggle: Bool { get }

  /// Whether an action can do anything now; the hints name no other.
  func offers(_ action: Action, _ layout: Layout) -> Bool

  /// The navigation bar; nil if the screen lies over the one below and lets its bar be seen.
  var bar: Bar? { get }

  /// The navigation bar while nothing in the database can be changed; by default the usual one.
  func bar(isReadOnly: Bool) -> Bar?

  /// What is being typed on the status line, if something is.
  var prompt: Prompt? { get }

  /// Does what a key says.
  mutating func perform(_ action: Action, layout: Layout) -> Outcome

  /// Takes typed or pasted text.
  mutating func insert(_ text: String, isPaste: Bool) -> Outcome

  /// Takes an answer to an effect.
  mutating func receive(_ update: Update)

  /// Draws the content into the layout's rows.
  func draw(on frame: inout Frame, layout: Layout)
}

extension Screen {
  var form: (any FormScreen)? { nil }
  var fieldEditor: (any EditorScreen)? { nil }
  var isOverlay: Bool { false }
  var isReadOnly: Bool { false }
  func bar(isReadOnly: Bool) -> Bar? { bar }
  func hasLink(_ layout: Layout) -> Bool { false }
  var hasBytes: Bool { false }
  var hasToggle: Bool { false }
  func offers(_ action: Action, _ layout: Layout) -> Bool { true }
  var shownRecord: RecordID? { nil }
  var prompt: Prompt? { nil }
  mutating func insert(_ text: String, isPaste: Bool) -> Outcome { .nothing }
  mutating func receive(_ update: Update) {}
}
