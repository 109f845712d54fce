import Cells
import Records

/// The rows of a frame, and what its content may show.
///
/// Small terminals drop the keys first, then the status line, then the bar; the content stays.
package struct Layout: Hashable, Sendable {
  package let size: Size
  package var isPane = false
  package var isFramed = false
  /// Without the focus, a record that follows the list has no selection.
  package var hasFocus = true
  /// If true, no text mentions a key that would change the database.
  package var isReadOnly = false
  package var showsHydration = false
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
  package var promptRow: Int { hasStatus ? statusRow : size.rows - 1 }
  package var keysRow: Int { size.rows - 1 }
  package var entryIndent: Int { size.columns >= 30 ? 3 : 0 }
  package var fieldIndent: Int { size.columns >= 30 ? 5 : 0 }
  package var margin: Int { size.columns >= 12 ? 1 : 0 }
}
