import Cells
import Records

/// The input that opened a field's editor.
package enum FieldStart: Hashable, Sendable {
  case opened
  case text(String, isPaste: Bool)
  case action(Action)

  /// The step that repeats the input if the editor has to wait; nil if nothing can get lost.
  package var step: FormStep? {
    if case .text(let text, let isPaste) = self { .type(text, isPaste: isPaste) } else { nil }
  }

  /// Passes the input on to the editor, and returns the editor's effects.
  package func begin(_ screen: inout any Screen) -> [Effect] {
    switch self {
    case .opened: return []
    case .text(let text, let isPaste):
      if var files = screen as? FileScreen {
        files.startTyping(text)
        screen = files
        return []
      }
      if var field = screen as? FieldScreen, Self.replaces(field.editor.field.kind) {
        field.editor.replace("")
        screen = field
      } else if var date = screen as? DateScreen {
        date.editor.replace("")
        screen = date
      }
      return screen.insert(text, isPaste: isPaste).effects
    case .action(let action):
      guard !(screen is FileScreen) else { return [] }
      return screen.perform(action, layout: Layout(size: Size(columns: 80, rows: 24))).effects
    }
  }

  private static func replaces(_ kind: Field.Kind) -> Bool {
    switch kind {
    case .text, .longText, .list, .url: false
    default: true
    }
  }
}
