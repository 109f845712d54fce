import BookStore
import Browser
import Platform

/// The wording about recordings.
enum RecordingWording {
  /// Why the recording has stopped.
  static func ended(_ error: StoreError) -> String {
    guard case .cannotWrite(let path, let errno) = error else { return sentence(error) }
    return "The recording \(path) ends here: \(String(cString: strerror(errno)))."
  }

  /// Why a file cannot be recorded to.
  static func sentence(_ error: StoreError) -> String {
    if case .alreadyExists(let path) = error {
      return "\(path) exists already and was left as it is; --force replaces it."
    }
    return StoreWording.sentence(error, in: nil)
  }

  /// Why nothing is recorded.
  static let plain = "Nothing is recorded: a recording is of the screens, and --plain has none."

  /// The progress text while the claims of a page are measured.
  static let measuring = "Measuring"
}
