import BookStore

extension StoreWording {
  /// The status line while a look waits for a slow database.
  static let slowLook = "Waiting for the fields"

  /// Why the row on screen may be stale.
  ///
  /// - Parameter time: When it was read, if it was.
  static func notRead(_ error: StoreError, since time: String?) -> String {
    let reason =
      switch error {
      case .busy: "locked"
      case .interrupted: "takes too long to read"
      default: sentence(error)
      }
    return time.map { "\(reason), as of \($0)" } ?? reason
  }
}
