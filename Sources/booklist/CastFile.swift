import BookStore
import Platform
import Records

/// The file that a recording is written to while it runs, so that a crash leaves what was recorded until then.
final class CastFile {
  private let file: OutputFile
  /// What has kept the last line from being written, if anything has.
  private(set) var problem: String?

  /// Makes the file, or empties the one that is to be replaced.
  ///
  /// - Throws: `alreadyExists`, `cannotOpen` or `cannotWrite`.
  init(_ file: OutputFile) throws(StoreError) {
    self.file = file
    try file.appear()
  }

  /// Writes a line, and answers a sentence if that cannot be done.
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
