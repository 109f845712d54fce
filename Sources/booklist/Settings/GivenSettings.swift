import ArgumentParser
import Browser
import MemoryPressure

struct GivenSettings {
  var file, table: String?
  var isReadOnly = false
  var title, columns: [String]?
  var kinds: [ColumnKind] = []
  var articles: [String]?
  var ignoresArticles = false
  var isFresh = false
  var view: String?
  var pane: PaneChoice?
  var saveOn: SaveMoment?
  var memoryBudget: ByteSize?
  var writeAfter: Seconds?
  var pressure: PressureSource?
  var isPlain = false
  var log, trace: String?
}

/// A column and its kind as typed: `price=decimal`.
///
/// The last equals sign separates them, because a column's name may contain one and a kind's cannot.
struct ColumnKind: ExpressibleByArgument {
  let column, kind: String

  init?(argument: String) {
    guard let equals = argument.lastIndex(of: "="), equals > argument.startIndex else { return nil }
    column = String(argument[..<equals])
    kind = String(argument[argument.index(after: equals)...])
  }
}

/// A number of bytes as typed: `16MB`, `512k`, `1.5 GB`, `4096`; units are powers of 1,024.
struct ByteSize: ExpressibleByArgument {
  let bytes: Int

  init?(argument: String) {
    let units = [
      "": 1.0, "B": 1, "K": 0x1p10, "KB": 0x1p10, "M": 0x1p20, "MB": 0x1p20, "G": 0x1p30, "GB": 0x1p30,
    ]
    let number = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = argument.dropFirst(number.count).drop { $0 == " " }.uppercased()
    guard let count = Double(number), let factor = units[unit], count * factor < 0x1p60 else { return nil }
    bytes = Int(count * factor)
  }
}

/// A number of seconds as typed: `30`, `0.5`.
struct Seconds: ExpressibleByArgument {
  let count: Double

  init?(argument: String) {
    guard let count = Double(argument) else { return nil }
    self.count = count
  }
}

/// Whether the list and a book start side by side; by default, as they were left.
enum PaneChoice: String, EnumerableFlag {
  case split
  case noSplit = "no-split"

  static func name(for value: PaneChoice) -> NameSpecification { .customLong(value.rawValue) }

  static func help(for value: PaneChoice) -> ArgumentHelp? {
    switch value {
    case .split:
      "Show the list and a book side by side, from 100 columns on; by default as when you left."
    case .noSplit: "Show the list or a book, one at a time; by default as when you left."
    }
  }
}
