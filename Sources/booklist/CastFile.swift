import BookStore
import Platform
import Records

/// The file of a recording, written as it runs, so that a crash keeps what was recorded until then.
final class CastFile {
  private let file: OutputFile
  /// Why the last line was not written, or nil.
  private(set) var problem: String?

  /// Makes the file, or empties the one being replaced.
  ///
  /// - Throws: `alreadyExists`, `cannotOpen` or `cannotWrite`.
  init(_ file: OutputFile) throws(StoreError) {
    self.file = file
    try file.appear()
  }

  /// Writes a line; returns a message if that fails.
  func write(_ line: String) -> String? {
    do throws(StoreError) {
      // The screen does not wait for the reader of a slow pipe.
      try file.write(line.utf8, waits: false)
    } catch {
      problem = RecordingWording.ended(error)
    }
    return problem
  }
}
