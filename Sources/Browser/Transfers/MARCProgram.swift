import BookStore
import Formats
import Platform

/// What reads records of MARC: the program yaz-marcdump of YAZ, if it is installed.
struct MARCProgram {
  private let path: String?

  /// The most bytes that it may put out; they are held in memory.
  private static let outputLimit = 1 << 30
  /// How long it may take.
  private static let timeLimit = Duration.seconds(600)

  /// Looks for the program in the folders of PATH.
  init() { path = Environment.program("yaz-marcdump") }

  /// Records as MARC-in-JSON, in UTF-8.
  ///
  /// - Throws: `noMARCReader`, `notMARC`, or `interrupted`.
  func json(
    of bytes: [UInt8], _ form: MARCForm, _ isCancelled: () -> Bool
  ) throws(ImportError) -> [UInt8] {
    guard let path else { throw .noMARCReader }
    let isMARC8 = form == .transmission && MARCForm.isMARC8(bytes)
    let encoding = isMARC8 ? ["-f", "marc-8", "-t", "utf-8"] : []
    var program = ChildProcess(path, ["-i", form.rawValue, "-o", "json"] + encoding + ["/dev/stdin"])
    let output = program?.run(
      bytes, limit: Self.timeLimit, maximum: Self.outputLimit, isCancelled: isCancelled)
    if isCancelled() { throw .store(.interrupted, line: nil) }
    guard let output, !output.isEmpty else { throw .notMARC }
    return output
  }
}
