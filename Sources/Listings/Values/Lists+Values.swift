import Queries
import Records
import SQLite

extension Lists {
  /// The distinct values of a field of a list's rows; counting has not started.
  ///
  /// - Parameters:
  ///   - listing: The list.
  ///   - field: An index in the schema's fields.
  /// - Throws: `cannotOpen` if no temporary file can be made.
  public func values(of field: Int, in listing: Listing) throws(StoreError) -> ValueCounts {
    let counts = try ValueCounts(listing, field: field, database, records)
    adopt(counts)
    return counts
  }

  /// Collects the texts of a field to complete one that is being typed, for as long as the result is held.
  ///
  /// - Parameters:
  ///   - field: An index in the schema's fields.
  ///   - table: The table.
  ///   - isOfParts: Whether what is typed names several of the texts.
  /// - Throws: Why the table cannot be read.
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
    adopt(suggestions)
    suggestions.start()
    return suggestions
  }
}
