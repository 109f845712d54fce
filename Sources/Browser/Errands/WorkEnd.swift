import BookStore

/// How work has ended.
enum WorkEnd: Equatable {
  /// Nothing is left to do.
  case done
  /// The person has cancelled it.
  case cancelled
  /// It cannot continue.
  case failed(StoreError)

  /// Why it cannot continue.
  var error: StoreError? { if case .failed(let error) = self { error } else { nil } }
}
