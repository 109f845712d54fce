import BookStore
import Formats
import Platform

/// Decodes texts in encodings that this program has no table for, with the program iconv, if it is installed.
struct EncodingProgram {
  private let path: String?

  private static let timeLimit = Duration.seconds(60)

  /// Searches PATH for the program.
  init() { path = Environment.program("iconv") }

  /// Decodes a text to UTF-8.
  ///
  /// - Throws: `otherFile` for a file that is not a text, `noIconv`, `unknownEncoding`, `notInEncoding`, or
  ///   `interrupted`.
  func utf8(of bytes: [UInt8], _ encoding: String, _ isCancelled: () -> Bool) throws(ImportError) -> [UInt8] {
    if let file = OtherFile(bytes), file != .wideText { throw .format(.otherFile(file)) }
    guard let path else { throw .noIconv(encoding) }
    guard let text = run(path, bytes, encoding, isCancelled) else {
      if isCancelled() { throw .store(.interrupted, line: nil) }
      // An empty text is valid in every encoding that it knows.
      throw run(path, [], encoding, isCancelled) == nil
        ? .unknownEncoding(encoding) : .notInEncoding(encoding)
    }
    return text
  }

  private func run(_ path: String, _ bytes: [UInt8], _ encoding: String, _ isCancelled: () -> Bool)
    -> [UInt8]?
  {
    var program = ChildProcess(path, ["-f", encoding, "-t", "UTF-8"])
    // A character has at most four bytes in UTF-8.
    return program?.run(
      bytes, limit: Self.timeLimit, maximum: 1_024 + 4 * bytes.count, isCancelled: isCancelled)
  }
}
