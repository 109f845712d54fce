import Cells
import Records

/// The rows of a frame's bar, content, status line and keys, and whether the content can be edited.
///
/// Small terminals drop the keys first, then the status line, then the bar; the content stays.
package struct Layout: Hashable, Sendable {
  package let size: Size
  /// A pane has no status line and no keys of its own.
  package var isPane = false
  /// Whether a frame is around the pane, with the bar on its upper edge.
  package var isFramed = false
  /// Without the focus, a record that follows the list has no selection.
  package var hasFocus = true
  /// If true, no text mentions a key that would change the database.
  package var isReadOnly = false
  /// Whether marks say which records are hydrated, as in the lesson.
  package var showsHydration = false
  /// Today, for what is overdue.
  package var today: CalendarDate?

  package var hasBar: Bool { size.rows >= 2 }
  package var hasStatus: Bool { !isPane && size.rows >= 3 }
  package var hasKeys: Bool { !isPane && size.rows >= 5 }

  package var content: Range<Int> {
    let top = hasBar ? 1 : 0
    let bottom = size.rows - (hasStatus ? 1 : 0) - (hasKeys ? 1 : 0)
    return top..<max(top, bottom)
  }

  package var statusRow: Int { size.rows - (hasKeys ? 2 : 1) }

  /// The row of the prompt, which even the smallest terminal has.
  package var promptRow: Int { hasStatus ? statusRow : size.rows - 1 }

  package var keysRow: Int { size.rows - 1 }

  package var entryIndent: Int { size.columns >= 30 ? 3 : 0 }

  package var fieldIndent: Int { size.columns >= 30 ? 5 : 0 }

  /// The blank columns at both ends of a row; narrow terminals have none to spare.
  package var margin: Int { size.columns >= 12 ? 1 : 0 }
}
