import Cells
import Records

/// What opened the editor of a field, and is passed on to it first.
package enum FieldStart: Hashable, Sendable {
  /// Nothing to pass on.
  case opened
  /// Text typed or pasted on the field.
  case text(String, isPaste: Bool)
  /// A key that changes the text or moves in it.
  case action(Action)

  /// How an editor that has to be waited for continues, or nil if nothing is lost meanwhile.
  package var step: FormStep? {
    if case .text(let text, let isPaste) = self { .type(text, isPaste: isPaste) } else { nil }
  }

  /// Passes it on to the editor.
  ///
  /// - Returns: The effects that the editor asks for.
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

  /// Whether typing on a field replaces its value; in a text it goes on at the end.
  private static func replaces(_ kind: Field.Kind) -> Bool {
    switch kind {
    case .text, .longText, .list, .url: false
    default: true
    }
  }
}
