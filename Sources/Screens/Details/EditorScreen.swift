import Cells
import Records

/// A screen on which a field's text is typed; over a form one line is typed in the place of the field's value.
protocol EditorScreen: Screen {
  /// The field and its text.
  var editor: FieldEditor { get set }

  /// Takes what the person's editor has made of the text.
  ///
  /// - Returns: Whether it is another text.
  mutating func take(_ text: String) -> Bool

  /// How many rows the editor takes inside a form.
  func rowCount(width: Int) -> Int

  /// Draws the editor in the place of the field's value, from the frame's first cell.
  func drawInside(_ frame: inout Frame)
}

extension EditorScreen {
  var fieldEditor: (any EditorScreen)? { self }
  /// Whether the form below draws the editor among its fields.
  var isInside: Bool { editor.isInForm && !editor.isLong }
  var isOverlay: Bool { isInside }
  var bar: Bar? { isInside ? nil : editor.bar }

  mutating func take(_ text: String) -> Bool { editor.take(text) }

  /// Leaves the editor, after a question if something was typed.
  func leave() -> Outcome {
    editor.isChanged ? .push(AlertScreen.leaving(editor.field)) : .pop
  }

  /// Saves the text if it was changed, and has the form go on.
  mutating func save(then step: FormStep) -> Outcome {
    guard editor.isInForm else { return editor.save() }
    guard editor.isChanged else { return Outcome(change: .pop, effects: [.goOn(step)]) }
    return editor.save(then: step)
  }
}
