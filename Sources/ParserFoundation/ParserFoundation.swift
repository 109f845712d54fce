/// What the argument parser uses of FoundationEssentials, which is six megabytes of a statically linked program.
///
/// The release build gives this module to the parser under that name; see docs/decisions/0043. Nothing else imports it.

/// An error with a text for people.
///
/// The program has none of these: its errors have their wording in one place.
public protocol LocalizedError: Error {
  /// What the parser prints in place of the error's description.
  var errorDescription: String? { get }
}

/// The bytes of an encoded value.
public struct Data: Sendable {}

/// How a text is encoded.
public enum Encoding: Sendable {
  /// UTF-8, the only encoding that the parser asks for.
  case utf8
}

extension String {
  /// No text, because an encoder here has made no bytes.
  public init?(data: Data, encoding: Encoding) { return nil }
}

/// The encoder for the parser's description of its options as JSON (`--experimental-dump-help`), which only tests read.
///
/// Tests are built with the real encoder.
public struct JSONEncoder: Sendable {
  /// How the JSON is laid out.
  public struct OutputFormatting: OptionSet, Sendable {
    /// The choices as bits.
    public let rawValue: Int
    /// Takes the choices as bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// On several lines.
    public static let prettyPrinted = Self(rawValue: 1)
    /// With the keys of an object in order.
    public static let sortedKeys = Self(rawValue: 2)
  }

  /// The error of each encoding here.
  public struct Unavailable: Error {}

  /// Has no effect, because nothing is encoded.
  public var outputFormatting: OutputFormatting {
    get { [] }
    nonmutating set {}
  }

  /// An encoder whose every encoding fails.
  public init() {}

  /// Encodes nothing.
  ///
  /// - Throws: `Unavailable`, always.
  public func encode(_ value: some Encodable) throws -> Data { throw Unavailable() }
}
