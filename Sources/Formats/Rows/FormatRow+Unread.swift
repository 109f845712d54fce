import Records

extension FormatRow {
  /// Reports the columns of a field that could not be read, and columns with several ISBNs, of which only the first is used.
  mutating func noteUnread(_ field: BookField, _ columns: String...) {
    for column in columns {
      guard let text = text(column) else { continue }
      if book[field] == nil {
        problems.append(.unread(column: column))
      } else if field == .isbn, ISBNText.all(in: text).count > 1 {
        problems.append(.partlyRead(column: column, text: text))
      }
    }
  }
}
