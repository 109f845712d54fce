import Cells
import Records

/// A screen that edits a field's text; over a form, one line is edited in place of the field's value.
package protocol EditorScreen: Screen {
  /// The field and its text.
  var editor: FieldEditor { get set }

  /// Takes the text as the external editor left it.
  ///
  /// - Returns: Whether the text has changed.
  mutating func take(_ text: String) -> Bool

  /// How many rows the editor occupies inside a form.
  func rowCount(width: Int) -> Int

  /// Draws the editor in place of the field's value, from the frame's first cell.
  func drawInside(_ frame: inout Frame)
}

extension EditorScreen {
  package var fieldEditor: (any EditorScreen)? { self }
  /// Whether the form below draws the editor among its fields.
  package var isInside: Bool { editor.isInForm && !editor.isLong }
  package var isOverlay: Bool { isInside }
  package var bar: Bar? { isInside ? nil : editor.bar }

  /// Outside a form there is no next field, and no record to save or to begin.
  package func offers(_ action: Action, _ layout: Layout) -> Bool {
    if case .proceed = action { editor.isInForm && takes(action) } else { true }
  }

  /// A form that closes when it is saved goes on with no other record.
  package func takes(_ action: Action) -> Bool {
    action != .proceed(.another) || editor.canAddAnother
  }

  package mutating func take(_ text: String) -> Bool { editor.take(text) }

  /// Leaves the editor, and asks first if something was typed.
  package func leave() -> Outcome {
    editor.isChanged ? .push(AlertScreen.leaving(editor.field)) : .pop
  }

  /// Saves the text if it was changed, and lets the form continue.
  package mutating func save(then step: FormStep) -> Outcome {
    guard editor.isInForm else { return editor.save() }
    guard editor.isChanged else { return Outcome(change: .pop, effects: [.goOn(step)]) }
    return editor.save(then: step)
  }
}
