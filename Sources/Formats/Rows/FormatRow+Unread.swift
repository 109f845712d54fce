import Records

/// What a reader of books has left in the cells of a row.
extension FormatRow {
  /// Notes the columns for a field of which nothing could be read, and those with several ISBNs, of which it has the first.
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
