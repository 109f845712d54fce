import Cells
import Records

/// The input that opened a field's editor, passed on to the editor first.
package enum FieldStart: Hashable, Sendable {
  case opened
  case text(String, isPaste: Bool)
  case action(Action)

  /// How the form continues if its editor has to be waited for; nil if nothing is lost meanwhile.
  package var step: FormStep? {
    if case .text(let text, let isPaste) = self { .type(text, isPaste: isPaste) } else { nil }
  }

  /// Passes the input on to the editor, and returns the effects that the editor asks for.
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

  /// Whether typing on a field replaces its value; in texts, typing appends.
  private static func replaces(_ kind: Field.Kind) -> Bool {
    switch kind {
    case .text, .longText, .list, .url: false
    default: true
    }
  }
}
