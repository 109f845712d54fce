import Cells
import Records

enum InspectorWording {
  static let statements = "Statements"
  static let allStatements = "all"

  static let last = "last "
  static let nextToGo = "Next to go"
  static let nothingHeld = "Nothing is hydrated."
  static let known = "known"
  static let some = "some"
  static let hydrated = "hydrated"
  static let dirty = "dirty"
  static let someDirty = "some dirty"
  static let recordBytes = "records"
  static let sqliteBytes = "SQLite"
  static let anonymousBytes = "anonymous"
  static let residentBytes = "resident"
  static let freeBytes = "heap free"

  /// Texts, orders and values in unnamed files.
  static let keptBytes = "read ahead"
  static let warningMark = "warning"

  static func name(of purpose: StatementPurpose) -> String {
    switch purpose {
    case .hydrate: "hydrate"
    case .writeBack: "write-back"
    case .list: "list"
    case .count: "count"
    case .other: "other"
    }
  }

  static func held(isPaused: Bool, offset: Int) -> String {
    [isPaused ? "paused" : nil, offset > 0 ? "\(Wording.number(offset)) newer below" : nil].compactMap { $0 }
      .joined(separator: " · ")
  }

  static func budget(_ bytes: Int) -> String { "budget \(Wording.bytes(bytes))" }

  static func rows(_ count: Int) -> String { "\(Wording.number(count)) \(count == 1 ? "row" : "rows")" }

  /// For example, `41 µs`, `3.2 ms`, `120 ms` or `2.5 s`.
  static func duration(nanoseconds: Int) -> String {
    let micros = nanoseconds / 1_000
    switch micros {
    case ..<1_000: return "\(micros) µs"
    case ..<10_000: return "\(micros / 1_000).\(micros / 100 % 10) ms"
    case ..<1_000_000: return "\(micros / 1_000) ms"
    default: return "\(Wording.number(micros / 1_000_000)).\(micros / 100_000 % 10) s"
    }
  }

  /// For example, `12 s`, `3 min` or `2 h`.
  static func age(_ seconds: Double) -> String {
    switch seconds {
    case ..<120: "\(Int(seconds)) s"
    case ..<7_200: "\(Int(seconds) / 60) min"
    default: "\(Wording.number(Int(seconds) / 3_600)) h"
    }
  }

  /// What a cell of the map means, longest form first.
  static func note(on map: RecordMap) -> [String] {
    let each = map.rowsPerCell == 1 ? "1 row each" : "\(Wording.number(map.rowsPerCell)) rows each"
    switch map.order {
    case .list: return [each]
    case .key: return ["\(each), by key", each]
    case .none: return ["\(each), by number alone", each]
    }
  }

  static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  static func filled(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
