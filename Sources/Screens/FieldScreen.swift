import Cells
import Records

/// One field's text being edited; it knows a field and a text, never a record.
public struct FieldScreen: ScreenLayer {
  private var editor: FieldEditor

  init(editor: FieldEditor) {
    self.editor = editor
  }

  var mode: Mode { .text }

  var bar: Bar? { editor.bar }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .cancel: return .pop
    case .save: return editor.save()
    case .setNull: editor.setNull()
    case .edit(let action): editor.edit(action)
    default: break
    }
    return .nothing
  }

  mutating func insert(_ text: String, isPaste: Bool) -> Outcome {
    editor.insert(text, isPaste: isPaste)
    return .nothing
  }

  mutating func receive(_ update: Update) {
    if case .refused(let message) = update { editor.problem = message }
  }

  func draw(on frame: inout Frame, layout: Layout) {
    editor.draw(on: &frame, layout: layout)
  }
}
