import Queries
import Records

/// Which table is shown first, and how the tables are shown.
package struct TableOptions: Sendable {
  /// Ignores case; nil for the book table, or for the first table if there is no book table.
  package var table: String?
  package var title: String?
  package var columns: [String]
  /// Columns of that table with the names of their kinds, which override the detected kinds.
  package var kinds: [(column: String, kind: String)]
  package var arrangements: [String: FieldArrangement]
  package var articles: Articles
  /// Columns with names of people, which are sorted by surname.
  package var surnames: [String]
  /// Columns, ignoring case, in which typed words are capitalized.
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
