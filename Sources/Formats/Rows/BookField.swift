/// What is known of a book; the names are those of a library's columns.
public enum BookField: String, CaseIterable, Hashable, Sendable {
  case title, author, subtitle, series, contributors, isbn, publisher, published, language, pages, format,
    status
  case rating, owned, location, tags, review, notes, added
  /// Its place in the series: `1`, or `1.5`.
  case seriesNumber = "series_number"
  /// When the work came out first.
  case firstPublished = "first_published"
  /// Who has it now.
  case lentTo = "lent_to"
  /// Since when.
  case lentOn = "lent_on"
}
