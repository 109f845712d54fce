import ArgumentParser
import Formats

/// An encoding by name: one that this program reads, or one for iconv.
enum EncodingChoice: Hashable, ExpressibleByArgument {
  case known(TextEncoding)
  case foreign(String)

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self = TextEncoding(name: argument).map(Self.known) ?? .foreign(argument)
  }

  /// The encoding, if this program reads it.
  var encoding: TextEncoding? { if case .known(let encoding) = self { encoding } else { nil } }

  /// The name for iconv, if this program does not.
  var foreignName: String? { if case .foreign(let name) = self { name } else { nil } }

  static var allValueStrings: [String] { TextEncoding.allCases.map(\.rawValue) }
}
