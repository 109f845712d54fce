import ArgumentParser
import BookStore
import Transfers

struct MatchList: ExpressibleByArgument, CustomStringConvertible {
  var matches = ImportOptions.Match.allCases

  init() {}

  init?(argument: String) {
    matches = []
    for name in argument.split(separator: ",") {
      guard let match = ImportOptions.Match(rawValue: String(name)) else { return nil }
      matches.append(match)
    }
    if matches.isEmpty { return nil }
  }

  var description: String { matches.map(\.rawValue).joined(separator: ",") }
  var defaultValueDescription: String { description }
}
