import BookStore
import Formats
import Platform

/// Reads MARC records with the program yaz-marcdump of YAZ, if it is installed.
struct MARCProgram {
  private let path: String?

  /// The most bytes of its output, which is held in memory: a damaged file can make it run forever.
  private static func outputLimit(_ bytes: [UInt8]) -> Int { (1 << 20) + 16 * bytes.count }
  /// How long it may take: 20 seconds, and one for each MiB.
  private static func timeLimit(_ bytes: [UInt8]) -> Duration { .seconds(20 + (bytes.count >> 20)) }

  /// Searches PATH for the program.
  init() { path = Environment.program("yaz-marcdump") }

  /// The records as MARC-in-JSON, in UTF-8.
  ///
  /// - Throws: `noMARCReader`, `notMARC`, or `interrupted`.
  func json(
    of bytes: [UInt8], _ form: MARCForm, _ isCancelled: () -> Bool
  ) throws(ImportError) -> [UInt8] {
    guard let path else { throw .noMARCReader }
    let bytes = form == .xml ? MARCEnvelope.renamed(in: bytes) : bytes
    let isMARC8 = form == .transmission && MARCForm.isMARC8(bytes)
    let encoding = isMARC8 ? ["-f", "marc-8", "-t", "utf-8"] : []
    var program = ChildProcess(path, ["-i", form.rawValue, "-o", "json"] + encoding + ["/dev/stdin"])
    let output = program?.run(
      bytes, limit: Self.timeLimit(bytes), maximum: Self.outputLimit(bytes), isCancelled: isCancelled)
    if isCancelled() { throw .store(.interrupted, line: nil) }
    guard let output, !output.isEmpty else { throw .notMARC }
    return output
  }
}
