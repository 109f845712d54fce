import ArgumentParser
import Formats

enum EncodingChoice: Hashable, ExpressibleByArgument {
  case known(TextEncoding)
  case foreign(String)

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self = TextEncoding(name: argument).map(Self.known) ?? .foreign(argument)
  }

  var encoding: TextEncoding? { if case .known(let encoding) = self { encoding } else { nil } }

  var foreignName: String? { if case .foreign(let name) = self { name } else { nil } }

  static var allValueStrings: [String] { TextEncoding.allCases.map(\.rawValue) }
}
