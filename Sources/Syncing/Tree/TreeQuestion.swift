import Records

/// A conflict for the person; equal trees have equal questions on every machine.
package struct TreeQuestion: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A cell has several values; each write has the name of its sync, 0 for a birth.
    case values(column: Text, [CellWrite], original: TreeValue?)
    /// Somebody deleted the row, and somebody else changed or kept it.
    case deleted(by: [UInt64], kept: [UInt64])
    /// The row is deleted, but these existing rows reference it; the list may be cut off.
    case pointedTo(by: [TreePlace])
    /// Another row, with a smaller name, has the same unique value or declared key.
    case unique(columns: [Text], holder: RowName)
  }

  package let table: Text
  package let row: RowName
  package let kind: Kind

  /// The same on each machine, as long as the question is about the same row and columns.
  package var id: RowName {
    var writer = CanonicalWriter()
    writer.add(list: [TreeValue.value(.text(table)), .row(row)] + sign.map { .value(.text($0)) }) {
      $0.add($1)
    }
    return RowName(digestOf: writer.bytes)
  }

  private var sign: [Text] {
    switch kind {
    case .values(let column, _, _): ["values", column]
    case .deleted: ["deleted"]
    case .pointedTo: ["pointed to"]
    case .unique(let columns, _): ["unique"] + columns
    }
  }
}

package enum TreeAnswer: Hashable, Sendable {
  /// Sets the cell; for a unique constraint, that of its last column.
  case value(TreeValue)
  case stays
  /// Deletes the row; rows that reference it are deleted too if their column is required, and otherwise lose the reference.
  case goes
  case same
}
