import ArgumentParser
import Records

/// The options of a command: texts by the names of their settings, and options that are no settings.
struct GivenSettings {
  private(set) var texts: [String: [String]] = [:]
  var isFresh = false
  var view, log, trace: String?

  init(file: String? = nil, table: String? = nil, isReadOnly: Bool = false) {
    give("file", file)
    give("table", table)
    give("read-only", isReadOnly)
  }

  mutating func give(_ name: String, _ texts: [String]) { if !texts.isEmpty { self.texts[name] = texts } }

  mutating func give(_ name: String, _ text: String?) { if let text { texts[name] = [text] } }

  mutating func give(_ name: String, _ isSet: Bool) { if isSet { texts[name] = ["true"] } }

  /// Sets what the options that are no settings mean.
  func apply(_ session: inout Session) {
    (session.settings.startsFresh, session.settings.firstView) = (isFresh, view)
    func path(_ name: String) -> String { Text(name).expandingHome.string }
    (session.settings.logFile, session.settings.traceFile) = (log.map(path), trace.map(path))
  }
}

/// A column and its kind as typed: `price=decimal`.
///
/// The last equals sign separates them, because a column's name may contain one and a kind's cannot.
struct ColumnKind: ExpressibleByArgument {
  let column, kind: String

  var text: String { column + "=" + kind }

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
