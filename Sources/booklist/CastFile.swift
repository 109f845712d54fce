import BookStore
import Platform

/// The file of a recording, written line by line, so that a crash keeps everything recorded so far.
final class CastFile {
  private let file: OutputFile
  /// Why the last line was not written, or nil.
  private(set) var problem: String?

  /// Creates the file, or empties the one being replaced.
  ///
  /// - Throws: `alreadyExists`, `cannotOpen` or `cannotWrite`.
  init(_ file: OutputFile) throws(StoreError) {
    self.file = file
    try file.appear()
  }

  func write(_ line: String) -> String? {
    do throws(StoreError) {
      // The screen does not wait for the reader of a slow pipe.
      try file.write(line.utf8, waits: false)
    } catch { problem = RecordingWording.ended(error) }
    return problem
  }
}
