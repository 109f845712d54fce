import BookStore
import Browser
import Platform

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

  static let plain = "Nothing is recorded: a recording is of the screens, and --plain has none."

  static let measuring = "Measuring"
}
