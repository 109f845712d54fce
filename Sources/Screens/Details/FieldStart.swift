import Cells

/// What opens the editor of a field, and is done in it first.
enum FieldStart: Hashable, Sendable {
  /// Nothing is done yet.
  case opened
  /// A text was typed or pasted on the field.
  case text(String, isPaste: Bool)
  /// A key was pressed that changes a text or moves in it.
  case action(Action)

  /// What an editor that has to be waited for goes on with, or nil if nothing is lost meanwhile.
  var step: FormStep? {
    if case .text(let text, let isPaste) = self { .type(text, isPaste: isPaste) } else { nil }
  }

  /// Does it in the editor.
  ///
  /// - Returns: What the editor wants done.
  func begin(_ screen: inout any Screen) -> [Effect] {
    switch self {
    case .opened: return []
    case .text(let text, let isPaste):
      if var files = screen as? FileScreen {
        files.startTyping(text)
        screen = files
        return []
      }
      return screen.insert(text, isPaste: isPaste).effects
    case .action(let action):
      guard !(screen is FileScreen) else { return [] }
      return screen.perform(action, layout: Layout(size: Size(columns: 80, rows: 24))).effects
    }
  }
}
