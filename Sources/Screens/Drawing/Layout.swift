import Cells

/// Where the bar, the content, the status line and the keys are in a frame, and whether what is drawn there may be edited.
///
/// On small terminals the keys give way first, then the status line, then the bar; the content stays.
struct Layout: Hashable, Sendable {
  let size: Size
  /// Whether it is that of a pane, which has no status line and no keys of its own.
  var isPane = false
  /// Whether nothing in the database can be changed, so that no sentence names a key that would.
  var isReadOnly = false

  var hasBar: Bool { size.rows >= 2 }
  var hasStatus: Bool { !isPane && size.rows >= 3 }
  var hasKeys: Bool { !isPane && size.rows >= 5 }

  /// The rows of the content.
  var content: Range<Int> {
    let top = hasBar ? 1 : 0
    let bottom = size.rows - (hasStatus ? 1 : 0) - (hasKeys ? 1 : 0)
    return top..<max(top, bottom)
  }

  /// The row of the message and the meter.
  var statusRow: Int { size.rows - (hasKeys ? 2 : 1) }

  /// The row on which a prompt is typed, which even the smallest terminal has.
  var promptRow: Int { hasStatus ? statusRow : size.rows - 1 }

  /// The row of the keys.
  var keysRow: Int { size.rows - 1 }

  /// The column in which the entries of a list of tables or files begin.
  var entryIndent: Int { size.columns >= 30 ? 3 : 0 }

  /// The column in which a field's value is edited.
  var fieldIndent: Int { size.columns >= 30 ? 5 : 0 }

  /// The columns in which a row's own text begins and ends; narrow terminals have no margin to spare.
  var margin: Int { size.columns >= 12 ? 1 : 0 }
}
