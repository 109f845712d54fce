import BookStore
import Browser
import Platform
import Recording

extension RecordingTerminal.Sink {
  init(_ file: CastFile, title: String) {
    self.init(title: title, date: Int(SystemClock.secondsSince1970)) { file.write($0) }
  }
}

enum RecordingWording {
  static func ended(_ error: StoreError) -> String {
    guard case .cannotWrite(let path, let errno) = error else { return sentence(error) }
    return "The recording \(path) ends here: \(String(cString: strerror(errno)))."
  }

  static func sentence(_ error: StoreError) -> String {
    if case .alreadyExists(let path) = error {
      return "\(path) exists already and was left as it is; --force replaces it."
    }
    return StoreWording.sentence(error, in: nil)
  }

  static let measuring = "Measuring"
}

/// The file of a recording, written line by line, so that a crash keeps everything recorded so far.
final class CastFile {
  private let file: OutputFile
  private(set) var problem: String?

  /// Creates the file, or empties the one being replaced.
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
