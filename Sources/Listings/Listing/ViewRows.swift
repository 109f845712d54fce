import Records
import SQLite

/// The rows of a view that a query found, in a file, because SQLite would evaluate a view again to look up a row.
final class ViewRows: Sendable {
  /// The key of the order is empty if there is none.
  package struct Row: Sendable {
    let title: Value
    let key: [UInt8]
    var values: [ShownValue] = []
  }

  private let file: TemporaryFile
  private let ends: RankFile

  init() throws(StoreError) {
    file = try TemporaryFile()
    ends = try RankFile()
  }

  func write(_ rows: [Row], at index: Int) throws(StoreError) {
    let start = end(before: index)
    var (bytes, ends): ([UInt8], [Int64]) = ([], [])
    for row in rows {
      bytes += PackedBytes.pack([row.title, .blob(row.key)] + row.values.flatMap(\.packed))
      ends.append(start + Int64(bytes.count))
    }
    try file.write(bytes, at: Int(start))
    try self.ends.write(ends, at: index)
  }

  /// Fewer rows if the file cannot be read.
  func read(_ range: Range<Int>) -> [Row] {
    var start = end(before: range.lowerBound)
    let ends = ends.read(range)
    guard let last = ends.last else { return [] }
    let first = start
    let bytes = file.read(Int(last - first), at: Int(first))
    return ends.compactMap { end in
      defer { start = end }
      guard end - first <= bytes.count else { return nil }
      return Self.row(Array(bytes[Int(start - first)..<Int(end - first)]))
    }
  }

  private static func row(_ bytes: [UInt8]) -> Row? {
    guard let values = PackedBytes.unpack(bytes), values.count >= 2 else { return nil }
    let shown = stride(from: 2, to: values.count - 1, by: 2).map {
      ShownValue(packed: values[$0], values[$0 + 1])
    }
    return Row(title: values[0], key: values[1].bytes ?? [], values: shown)
  }

  private func end(before index: Int) -> Int64 { index == 0 ? 0 : ends.read(index - 1..<index).first ?? 0 }
}

extension ShownValue {
  fileprivate var packed: [Value] {
    switch self {
    case .value(let value): [value, .null]
    case .bytes(let count): [.null, .integer(Int64(count))]
    // A view has no such columns.
    case .awaited: [.null, .null]
    }
  }

  fileprivate init(packed value: Value, _ size: Value) {
    self = if case .integer(let count) = size { .bytes(Int(count)) } else { .value(value) }
  }
}
