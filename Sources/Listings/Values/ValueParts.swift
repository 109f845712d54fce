import Queries
import Records

/// The items of lists, each with the number of rows whose list contains it.
package struct ValueParts {
  package private(set) var rowCount = 0
  private var counts: [Value: Int] = [:]
  private var byteCount = 0

  package init() {}

  /// The most bytes of items; after that, new items are not counted.
  private static let byteLimit = 16 << 20

  /// Adds a list and the number of rows that hold it; a value without items counts as itself.
  package mutating func add(_ line: ValueLine) {
    rowCount += line.count
    for part in Self.parts(of: line.value) {
      if counts[part] == nil {
        guard byteCount < Self.byteLimit else { continue }
        byteCount += part.payloadByteCount + Self.entrySize
      }
      counts[part, default: 0] += line.count
    }
  }

  private static let entrySize = 64

  private static func parts(of value: Value) -> Set<Value> {
    guard case .text(let text) = value else { return [value] }
    let parts = ListText.parts(of: text.string)
    return parts.isEmpty ? [value] : Set(parts.map { .text(Text($0)) })
  }

  package var lines: [ValueLine] {
    let entries = counts.map { (line: ValueLine(value: $0.key, count: $0.value), key: SortKey($0.key)) }
    return entries.sorted {
      $0.line.count != $1.line.count ? $0.line.count > $1.line.count : $0.key < $1.key
    }.map(\.line)
  }
}
