import Records
import SQLite

/// Inserted or deleted rows in one entry of the log: consecutive rowids, touched alike in ascending or descending order.
package struct RowRun {
  package let changes: ArraySlice<Change>

  var isFalling: Bool {
    guard let first = changes.first, let last = changes.last else { return false }
    return (last.key.rowid ?? 0) < (first.key.rowid ?? 0)
  }

  package var key: RecordID.Key? { isFalling ? changes.last?.key : changes.first?.key }

  /// Up to this many changes at once get an entry, and a line of the history, each.
  package static let fewChanges = 32
  /// SQL for the row count of an entry, clamped in case of damage.
  package static let rowCount = "min(max(rows, 1), \(longest))"

  /// A run is reversed as a unit; the digests of two runs of this length fit on a page of the log.
  package static let longest = 320
  /// Rows with values are restored at once, with all their triggers.
  package static let longestOfValues = 64
  package static let largestByteCount = 1 << 20

  /// Divides changes into runs; an edit, or a row that does not follow another, is a run of its own.
  ///
  /// - Parameter apart: Whether the row at a position must be a run of its own.
  package static func runs(of changes: [Change], apart: (Int) -> Bool = { _ in false }) -> [RowRun] {
    if changes.count <= fewChanges { return changes.indices.map { RowRun(changes: changes[$0...$0]) } }
    var (runs, start, byteCount, direction): ([RowRun], Int, Int, Int64) = ([], 0, 0, 0)
    for place in changes.indices.dropFirst() {
      byteCount += changes[place - 1].byteCount
      let next = changes[place].step(from: changes[place - 1]) ?? 0
      if next != 0, direction == 0 || next == direction, place - start < changes[start].longest,
        byteCount < largestByteCount, !apart(place), !apart(place - 1)
      {
        direction = next
        continue
      }
      runs.append(RowRun(changes: changes[start..<place]))
      (start, byteCount, direction) = (place, 0, 0)
    }
    return runs + [RowRun(changes: changes[start...])]
  }

  package var main: Change? { changes.first?.kind == .deletion ? changes.last : changes.first }

  /// Digests of inserted rows, values of deleted ones, nothing for edits.
  package var content: [UInt8] {
    var digests: [UInt8] = []
    var values: [Value] = []
    for change in changes {
      switch change.content {
      case .edit, .field: return []
      case .insertion(let image):
        PackedBytes.append(image.digest, size: PackedBytes.digestSize, to: &digests)
      case .deletion(let image): for cell in image.cells ?? [] { values.append(cell.value) }
      }
    }
    return values.isEmpty ? digests : PackedBytes.pack(values)
  }

  /// Decodes the rows of a run, in the order of its changes; nil if damaged.
  package static func images(
    _ content: Value, of kind: Change.Kind, rows: Int, columns: [String]
  ) -> [RowImage]? {
    guard case .blob(let bytes) = content, !columns.isEmpty, 1...longest ~= rows else { return nil }
    if kind == .insertion {
      var rest = bytes[...]
      let images = (0..<rows).compactMap { _ in
        PackedBytes.number(&rest, size: PackedBytes.digestSize).map { RowImage.digest($0, columns: columns) }
      }
      return images.count == rows ? images : nil
    }
    guard let values = PackedBytes.unpack(bytes), values.count == rows * columns.count else { return nil }
    return (0..<rows).map { row in
      .cells(
        zip(columns, values[(row * columns.count)...]).map { Change.Cell(column: $0, value: $1) })
    }
  }
}

extension Change {
  package var row: RowRecorder.Row { RowRecorder.Row(table: table, key: key) }

  package var image: RowImage? {
    switch content {
    case .edit, .field: nil
    case .insertion(let image), .deletion(let image): image
    }
  }

  /// The step of the rowid from a change of the same table and kind: 1 or -1; otherwise nil.
  fileprivate func step(from other: Change) -> Int64? {
    guard let rowid = key.rowid, let last = other.key.rowid, let image, let before = other.image,
      (kind, table, depth) == (other.kind, other.table, other.depth), state == other.state,
      image.columns == before.columns, isDangling == other.isDangling
    else { return nil }
    let (step, isTooLong) = rowid.subtractingReportingOverflow(last)
    return !isTooLong && (step == 1 || step == -1) ? step : nil
  }

  fileprivate var longest: Int {
    if case .deletion = content { RowRun.longestOfValues } else { RowRun.longest }
  }

  fileprivate var byteCount: Int {
    guard case .cells(let cells)? = image else { return PackedBytes.digestSize }
    return cells.reduce(0) { $0 + $1.value.payloadByteCount + 9 }
  }
}

extension RowImage {
  package var digest: UInt64 {
    switch self {
    case .cells(let cells): PackedBytes.digest(cells.map(\.value))
    case .digest(let digest, _): digest
    }
  }

  package var digested: RowImage { .digest(digest, columns: columns) }

  /// Whether a row with these values matches the digest.
  ///
  /// Ignores columns added later. If a column was removed, the row differs, because its value cannot be compared.
  package func isDigest(of held: [Change.Cell]) -> Bool {
    guard case .digest(_, let columns) = self else { return false }
    let isWhole = held.lazy.map(\.column).elementsEqual(columns)
    let known = isWhole ? held : columns.flatMap { column in held.filter { $0.column == column } }
    return self == RowImage.cells(known).digested
  }
}
