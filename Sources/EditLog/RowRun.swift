import Records
import SQLite

/// Changes of rows that come or go as one entry of the log, so that very many take little room there: consecutive rowids of one
/// table, touched alike one after the other, upwards or downwards.
package struct RowRun {
  /// The changes, in the order in which they were made.
  package let changes: ArraySlice<LoggedChange>

  /// Whether the rowids fall.
  var isFalling: Bool {
    guard let first = changes.first, let last = changes.last else { return false }
    return (last.key.rowid ?? 0) < (first.key.rowid ?? 0)
  }

  /// The lowest key.
  package var key: RecordID.Key? { isFalling ? changes.last?.key : changes.first?.key }

  /// Where no more changes are logged at once, each has an entry, and so a line of its own in the history.
  package static let fewChanges = 32
  /// How many rows an entry stands for, whatever a damaged log says.
  package static let rowCount = "min(max(rows, 1), \(longest))"

  /// The most rows of a run, which are taken back at once: the digests of two such runs fit on a page of the log.
  package static let longest = 320
  /// The most rows of a run that holds their values, which come back with all that triggers do then.
  package static let longestOfValues = 64
  /// A run whose rows are packed into more bytes than this ends.
  package static let largestByteCount = 1 << 20

  /// Divides changes into runs, in their order; each edit, and each row that follows no other, is alone.
  package static func runs(of changes: [LoggedChange]) -> [RowRun] {
    if changes.count <= fewChanges { return changes.indices.map { RowRun(changes: changes[$0...$0]) } }
    var (runs, start, byteCount, direction): ([RowRun], Int, Int, Int64) = ([], 0, 0, 0)
    for place in changes.indices.dropFirst() {
      byteCount += changes[place - 1].byteCount
      let next = changes[place].step(from: changes[place - 1]) ?? 0
      if next != 0, direction == 0 || next == direction, place - start < changes[start].longest,
        byteCount < largestByteCount
      {
        direction = next
        continue
      }
      runs.append(RowRun(changes: changes[start..<place]))
      (start, byteCount, direction) = (place, 0, 0)
    }
    return runs + [RowRun(changes: changes[start...])]
  }

  /// The change whose title the history shows: a step of deletions is about the last one.
  package var main: LoggedChange? { changes.first?.kind == .deletion ? changes.last : changes.first }

  /// What the log stores of the rows: the digests of inserted ones, the values of deleted ones, and nothing for edits.
  package var content: [UInt8] {
    var digests: [UInt8] = []
    var values: [Value] = []
    for change in changes {
      switch change.content {
      case .edit, .field: return []
      case .insertion(let image):
        PackedBytes.append(image.digest, size: PackedBytes.digestSize, to: &digests)
      case .deletion(let image): values += image.values
      }
    }
    return values.isEmpty ? digests : PackedBytes.pack(values)
  }

  /// What each row of a run held, in the order of its changes, from what the log holds; nil where that was never one.
  package static func images(
    _ content: Value, of kind: ChangeEntry.Kind, rows: Int, columns: [String]
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
        zip(columns, values[(row * columns.count)...]).map { LoggedChange.Cell(column: $0, value: $1) })
    }
  }
}

extension LoggedChange {
  /// What came or went of the row; nil for an edit.
  package var image: RowImage? {
    switch content {
    case .edit, .field: nil
    case .insertion(let image), .deletion(let image): image
    }
  }

  /// How the rowid follows that of the change before, which is of the same table and alike: 1 or -1; nil if it does not.
  fileprivate func step(from other: LoggedChange) -> Int64? {
    guard let rowid = key.rowid, let last = other.key.rowid, let image, let before = other.image,
      (kind, table, depth) == (other.kind, other.table, other.depth), fate == other.fate,
      image.columns == before.columns, isDangling == other.isDangling
    else { return nil }
    // A row in a file is alone.
    if file != nil || other.file != nil { return nil }
    let (step, isTooLong) = rowid.subtractingReportingOverflow(last)
    return !isTooLong && (step == 1 || step == -1) ? step : nil
  }

  /// The most rows of a run that begins with this one.
  fileprivate var longest: Int {
    if case .deletion = content { RowRun.longestOfValues } else { RowRun.longest }
  }

  /// The bytes that the row takes in the log, about.
  fileprivate var byteCount: Int {
    guard case .cells(let cells)? = image else { return PackedBytes.digestSize }
    return cells.reduce(0) { $0 + $1.value.payloadByteCount + 9 }
  }
}
