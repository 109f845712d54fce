import BookStore

extension StoreWording {
  /// The status line while the fields of a record are delayed.
  static let slowLook = "Waiting for the fields"

  /// Why the row on screen may be stale.
  ///
  /// - Parameter time: When it was last read, or nil if never.
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
