import Cells
import Records

/// A screen that edits a field's text; a form shows a single-line editor in place of the value.
package protocol EditorScreen: Screen {
  var editor: FieldEditor { get set }

  /// Takes the external editor's text; returns whether the text has changed.
  mutating func take(_ text: String) -> Bool

  func rowCount(width: Int) -> Int

  func drawInside(_ frame: inout Frame)
}

extension EditorScreen {
  package var fieldEditor: (any EditorScreen)? { self }
  package var isInside: Bool { editor.isInForm && !editor.isLong }
  package var isOverlay: Bool { isInside }
  package var bar: Bar? { isInside ? nil : editor.bar }

  package func offers(_ action: Action, _ layout: Layout) -> Bool {
    if case .proceed = action { editor.isInForm && takes(action) } else { true }
  }

  package func hint(for action: Action, _ layout: Layout) -> String? { action == .save ? saveHint : nil }

  package var saveHint: String? { isInShortForm ? "save all" : nil }

  /// A form that closes when saved cannot continue with another record.
  package func takes(_ action: Action) -> Bool { action != .proceed(.another) || editor.canAddAnother }

  package mutating func take(_ text: String) -> Bool { editor.take(text) }

  package func leave() -> Outcome { editor.isChanged ? .push(AlertScreen.leaving(editor.field)) : .pop }

  /// Saves the field; a short form is complete with it, and is saved too.
  package mutating func save() -> Outcome { isInShortForm ? save(then: .end) : editor.save() }

  private var isInShortForm: Bool { editor.isInForm && !editor.canAddAnother }

  package mutating func save(then step: FormStep) -> Outcome {
    guard editor.isInForm else { return editor.save() }
    guard editor.isChanged else { return Outcome(change: .pop, effects: [.goOn(step)]) }
    return editor.save(then: step)
  }
}
