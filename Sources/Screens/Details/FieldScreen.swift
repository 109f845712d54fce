import Cells
import Records

/// Edits a field's text, without knowing the record.
struct FieldScreen: EditorScreen {
  var editor: FieldEditor

  var mode: Mode { editor.isLong ? .longText : .text }

  var suggestedField: Field? {
    guard !editor.isLong, editor.field.kind.isText || editor.field.kind == .list else { return nil }
    return editor.field
  }

  func hint(for action: Action, _ layout: Layout) -> String? {
    if action == .save { return saveHint }
    return action == .proceed(.field(1)) && editor.hasCompletion ? "take" : nil
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .cancel: return leave()
    case .save: return save()
    case .proceed(.field(1)) where editor.takeCompletion(): break
    case .proceed(let step): return save(then: step)
    case .setNull: editor.setNull()
    case .edit(let action): editor.edit(action)
    case .newLine: editor.insertNewLine()
    case .suggest(let offset): editor.suggest(offset)
    case .moveLine(let count): editor.moveLine(count, layout)
    case .moveHalfPages(let halves): editor.moveLine(halves * max(2, editor.height(layout)) / 2, layout)
    case .editExternally: return .effect(.editExternally(editor.line.text))
    default: break
    }
    editor.follow(layout)
    return .nothing
  }

  mutating func insert(_ text: String, isPaste: Bool) -> Outcome {
    let isJoined = editor.insert(text, isPaste: isPaste)
    return isJoined ? .effect(.say(Wording.linesJoined)) : .nothing
  }

  mutating func receive(_ update: Update) {
    switch update {
    case .refused(let message): editor.problem = message
    case .suggestions(let list): editor.take(list)
    case .written: editor.noteWritten()
    default: break
    }
  }

  func rowCount(width: Int) -> Int { editor.rowCount(width: width, note: editor.note) }

  func drawInside(_ frame: inout Frame) { editor.draw(on: &frame, note: editor.note) }

  func draw(on frame: inout Frame, layout: Layout) {
    if editor.isLong {
      editor.drawLines(on: &frame, layout: layout)
    } else {
      editor.draw(on: &frame, layout: layout, note: editor.note)
    }
  }
}

/// A field whose existing texts are wanted for completion.
public struct SuggestionRequest: Hashable, Sendable {
  package let table: TableID
  package let field: Int
  /// Whether the text is a list of such texts, separated by semicolons.
  package var isOfParts = false
}
