import BookStore

extension StoreWording {
  /// What goes on while a look waits for a slow database.
  static let slowLook = "Waiting for the fields"

  /// Why a row that is shown is not how the database has it now.
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
