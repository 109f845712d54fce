import BookStore
import Formats
import Platform

/// Reads MARC records with YAZ's yaz-marcdump, if it is installed.
struct MARCProgram {
  private let path: String?
  private let form: MARCForm
  private let isMARC8: Bool
  private let isCancelled: () -> Bool

  /// A damaged file can make the program write forever.
  private static func outputLimit(_ bytes: [UInt8]) -> Int { (1 << 20) + 16 * bytes.count }
  private static func timeLimit(_ bytes: [UInt8]) -> Duration { .seconds(20 + (bytes.count >> 20)) }

  init(_ form: MARCForm, _ start: [UInt8], _ isCancelled: @escaping () -> Bool) {
    path = Environment.program("yaz-marcdump")
    (self.form, self.isCancelled) = (form, isCancelled)
    isMARC8 = form == .transmission && MARCForm.isMARC8(start)
  }

  func json(of bytes: [UInt8]) throws(ImportError) -> [UInt8] {
    guard let path else { throw .noMARCReader }
    let bytes = form == .xml ? MARCEnvelope.renamed(in: bytes) : bytes
    let encoding = isMARC8 ? ["-f", "marc-8", "-t", "utf-8"] : []
    let output = PipedProgram.output(
      of: path, ["-i", form.rawValue, "-o", "json"] + encoding + ["/dev/stdin"], feeding: bytes,
      limit: Self.timeLimit(bytes), upTo: Self.outputLimit(bytes), isCancelled: isCancelled)
    if isCancelled() { throw .store(.interrupted, line: nil) }
    guard let output, !output.isEmpty else { throw .notMARC }
    return output
  }
}
