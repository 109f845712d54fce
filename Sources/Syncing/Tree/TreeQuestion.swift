import Records

/// What only a person can settle; every machine that has the same tree has the same questions.
package struct TreeQuestion: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A cell has several values; each with the names of the syncs that wrote it, 0 for a birth.
    case values(column: Text, [CellWrite], original: TreeValue?)
    /// Somebody has deleted the row, and somebody has changed or kept it.
    case deleted(by: [UInt64], kept: [UInt64])
    /// The row is gone, and rows that are there point to it; the first of them.
    case pointedTo(by: [TreePlace])
    /// Another row, whose name is smaller, has the value of a unique constraint, or of the declared key.
    case unique(columns: [Text], holder: RowName)
  }

  package let table: Text
  /// The smallest name of the row.
  package let row: RowName
  package let kind: Kind

  /// The same on each machine, and for as long as it is about the same row and columns.
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

/// What a person says to a question.
package enum TreeAnswer: Hashable, Sendable {
  /// The cell has this value; for a unique constraint that of its last column.
  case value(TreeValue)
  /// The row stays.
  case stays
  /// The row goes; rows that point to it go with it if their column needs a value, and otherwise point nowhere.
  case goes
  /// Both rows are the same.
  case same
}
