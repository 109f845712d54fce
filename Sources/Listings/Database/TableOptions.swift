import Queries
import Records
import Tables

/// Which table is shown first, and how the tables are shown.
package struct TableOptions: Sendable {
  /// The name of the initial table, ignoring case; nil for the book table, or for the first table if there is no book table.
  package var table: String?
  package var title: String?
  /// The columns that the list of that table shows beside the title, ignoring case.
  package var columns: [String]
  /// Columns of that table with the names of their kinds, which override the detected kinds.
  package var kinds: [(column: String, kind: String)]
  package var arrangements: [String: FieldArrangement]
  /// The words that are ignored at the beginning of a title when sorting.
  package var articles: Articles
  /// The columns with names of people, which are sorted by surname.
  package var surnames: [String]
  /// The columns, ignoring case, in which words are capitalized during typing.
  package var capitals: [String]

  package init(
    table: String? = nil, title: String? = nil, columns: [String] = [],
    kinds: [(column: String, kind: String)] = [], arrangements: [String: FieldArrangement] = [:],
    articles: Articles = .none, surnames: [String] = [], capitals: [String] = []
  ) {
    (self.table, self.title, self.columns, self.kinds) = (table, title, columns, kinds)
    (self.arrangements, self.articles) = (arrangements, articles)
    (self.surnames, self.capitals) = (surnames, capitals)
  }

  func sql(_ schema: Schema) -> TableSQL { TableSQL(schema, articles: articles, surnames: surnames) }
}
