import Records
import SQLite

/// As much of a row's values as undoing its insertion or deletion needs.
package enum RowImage: Hashable, Sendable {
  /// Everything, column by column: of a row that went, so that it can come back.
  case cells([LoggedChange.Cell])
  /// Some columns and a digest of what they held: of a row that came, so that it can be told from one that was changed since.
  case digest(UInt64, columns: [String])

  package var columns: [String] {
    switch self {
    case .cells(let cells): cells.map(\.column)
    case .digest(_, let columns): columns
    }
  }

  /// What the row held, column by column; nil where only its digest is known.
  package var cells: [LoggedChange.Cell]? { if case .cells(let cells) = self { cells } else { nil } }

  /// What the row held; nothing where only its digest is known.
  package var values: [Value] { if case .cells(let cells) = self { cells.map(\.value) } else { [] } }

  package var digest: UInt64 {
    switch self {
    case .cells(let cells): PackedBytes.digest(cells.map(\.value))
    case .digest(let digest, _): digest
    }
  }

  /// The image of which only the digest is left.
  package var digested: RowImage { .digest(digest, columns: columns) }

  /// Whether a row that holds some values is the one that the digest is of.
  ///
  /// Columns that came since do not count. Where one has gone nobody can tell any more, and the row counts as another one.
  package func isDigest(of held: [LoggedChange.Cell]) -> Bool {
    guard case .digest(_, let columns) = self else { return false }
    let isWhole = held.lazy.map(\.column).elementsEqual(columns)
    let known = isWhole ? held : columns.flatMap { column in held.filter { $0.column == column } }
    return self == RowImage.cells(known).digested
  }
}
