package enum RowSigns {
  case book(BookSigns)
  case fields(FieldSigns)

  /// Each hash may be shared with a duplicate.
  package func forEachHash<Failure: Error>(_ body: (UInt64) throws(Failure) -> Void) throws(Failure) {
    switch self {
    case .book(let book):
      var hashes: [UInt64] = []
      book.forEachHash { hashes.append($0) }
      for hash in hashes { try body(hash) }
    case .fields(let fields): if let hash = fields.hash { try body(hash) }
    }
  }
}
