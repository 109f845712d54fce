import Queries
import Records
import Tables

/// Which table is shown first, and how the tables are shown.
package struct TableOptions: Sendable {
  /// The name of the initial table, in upper or lower case; nil for the book table, or for the first table if there is
  /// no book table.
  package var table: String?
  /// The columns that make up the title of a row in that table, as `Schema.applying(title:kinds:)` reads them, or nil.
  package var title: String?
  /// The columns that the list of that table shows beside the title, in upper or lower case.
  package var columns: [String]
  /// Columns of that table with the names of their kinds, which override the kinds that are detected.
  package var kinds: [(column: String, kind: String)]
  /// How the person wants to see the fields of tables, by the tables' names.
  package var arrangements: [String: FieldArrangement]
  /// The words that do not count at the beginning of a title when rows are put into order.
  package var articles: Articles
  /// The columns of names that are sorted by surname.
  package var surnames: [String]

  /// Creates options from their parts.
  package init(
    table: String? = nil, title: String? = nil, columns: [String] = [],
    kinds: [(column: String, kind: String)] = [], arrangements: [String: FieldArrangement] = [:],
    articles: Articles = .none, surnames: [String] = []
  ) {
    (self.table, self.title, self.columns, self.kinds) = (table, title, columns, kinds)
    (self.arrangements, self.articles, self.surnames) = (arrangements, articles, surnames)
  }

  /// The statements for a table.
  func sql(_ schema: Schema) -> TableSQL { TableSQL(schema, articles: articles, surnames: surnames) }
}
