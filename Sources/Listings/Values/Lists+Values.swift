import Queries
import Records
import SQLite

extension Lists {
  /// The distinct values of a field of a list's rows; counting has not started.
  ///
  /// - Throws: `cannotOpen` if no temporary file can be made.
  public func values(of field: Int, in listing: Listing) throws(StoreError) -> ValueCounts {
    let counts = try ValueCounts(listing, field: field, database, records)
    adopt(counts.reader)
    return counts
  }

  /// Collects the texts of a field for completion, while the result is in use.
  ///
  /// - Parameter isOfParts: Whether the typed text can name several of the texts.
  public func suggestions(
    of field: Int, in table: TableID, isOfParts: Bool = false
  ) throws(StoreError) -> Suggestions {
    let edited = records.dirty.lazy.filter { $0.id.table == table && $0.original(at: field) != nil }
    let texts = edited.prefix(Suggestions.editLimit).compactMap { record -> String? in
      guard case .text(let text)? = record.value(at: field) else { return nil }
      return text.bytes.count <= SuggestionList.longestByteCount ? text.string : nil
    }
    let suggestions = Suggestions(
      try database.sql(of: table), field: field, database, edited: Array(texts), isOfParts: isOfParts)
    adopt(suggestions.reader)
    suggestions.start()
    return suggestions
  }
}
