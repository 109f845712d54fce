import BookStore
import Formats
import Platform

/// Decodes encodings without a built-in table by running iconv, if it is installed.
struct EncodingProgram {
  private let path: String?

  private static let timeLimit = Duration.seconds(60)

  init() { path = Environment.program("iconv") }

  /// - Throws: `otherFile` if the file is not text, `noIconv`, `unknownEncoding`, `notInEncoding`, or `interrupted`.
  func utf8(of bytes: [UInt8], _ encoding: String, _ isCancelled: () -> Bool) throws(ImportError) -> [UInt8] {
    if let file = OtherFile(bytes), file != .wideText { throw .format(.otherFile(file)) }
    guard let path else { throw .noIconv(encoding) }
    guard let text = run(path, bytes, encoding, isCancelled) else {
      if isCancelled() { throw .store(.interrupted, line: nil) }
      // An empty text is valid in every encoding that iconv knows.
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
