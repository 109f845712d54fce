import ArgumentParser
import Formats

enum FormatChoice: Hashable, ExpressibleByArgument, CustomStringConvertible {
  case automatic
  case named(Format)

  init?(argument: String) {
    if argument == "auto" { self = .automatic; return }
    guard let format = Format(rawValue: argument), format.canRead else { return nil }
    self = .named(format)
  }

  var format: Format? { if case .named(let format) = self { format } else { nil } }

  var description: String { format?.rawValue ?? "auto" }
  var defaultValueDescription: String { description }

  static var allValueStrings: [String] { ["auto"] + Format.allCases.filter(\.canRead).map(\.rawValue) }
}
