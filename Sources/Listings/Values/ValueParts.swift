import Queries
import Records

/// The parts of lists, each with the number of rows whose list has it.
package struct ValueParts {
  /// How many rows have been counted.
  package private(set) var rowCount = 0
  private var counts: [Value: Int] = [:]
  private var byteCount = 0

  /// Makes one without parts.
  package init() {}

  /// The bytes of parts from which on a list that is not known yet counts as a whole.
  private static let byteLimit = 16 << 20

  /// Adds a list, and how many rows hold it; what is no text counts as it is.
  package mutating func add(_ line: ValueLine) {
    rowCount += line.count
    for part in parts(of: line.value) {
      if counts[part] == nil { byteCount += part.payloadByteCount }
      counts[part, default: 0] += line.count
    }
  }

  private func parts(of value: Value) -> Set<Value> {
    guard case .text(let text) = value, byteCount < Self.byteLimit else { return [value] }
    let parts = Field.parts(of: text.string)
    return parts.isEmpty ? [value] : Set(parts.map { .text(Text($0)) })
  }

  /// The parts, most frequent first.
  package var lines: [ValueLine] {
    counts.sorted { $0.value != $1.value ? $0.value > $1.value : SortKey($0.key) < SortKey($1.key) }
      .map { ValueLine(value: $0.key, count: $0.value) }
  }
}
