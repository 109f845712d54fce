import Records
import SQLite

/// What undoing an insertion or deletion needs of a row's values.
package enum RowImage: Hashable, Sendable {
  /// All values of a deleted row, to restore it.
  case cells([LoggedChange.Cell])
  /// A digest of an inserted row, to tell whether it was changed since.
  case digest(UInt64, columns: [String])

  package var columns: [String] {
    switch self {
    case .cells(let cells): cells.map(\.column)
    case .digest(_, let columns): columns
    }
  }

  package var cells: [LoggedChange.Cell]? { if case .cells(let cells) = self { cells } else { nil } }

  package var values: [Value] { if case .cells(let cells) = self { cells.map(\.value) } else { [] } }

  package var digest: UInt64 {
    switch self {
    case .cells(let cells): PackedBytes.digest(cells.map(\.value))
    case .digest(let digest, _): digest
    }
  }

  package var digested: RowImage { .digest(digest, columns: columns) }

  /// Whether a row with these values matches the digest.
  ///
  /// Columns added later are ignored. If a column was removed, the row counts as different, because its value can no longer be
  /// compared.
  package func isDigest(of held: [LoggedChange.Cell]) -> Bool {
    guard case .digest(_, let columns) = self else { return false }
    let isWhole = held.lazy.map(\.column).elementsEqual(columns)
    let known = isWhole ? held : columns.flatMap { column in held.filter { $0.column == column } }
    return self == RowImage.cells(known).digested
  }
}
