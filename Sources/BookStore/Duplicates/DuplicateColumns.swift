import Queries
import Records
import SQLite
import Tables

/// The columns by which rows are recognised, and how they are read.
struct DuplicateColumns: Sendable {
  /// The fields that somebody has named; empty for those of books.
  private let named: [Int]
  private let titles: [Int]
  private let subtitle, author, isbn, volume, language: Int?

  /// Makes the columns of a table: those that are named, or those of books, or otherwise those of the title.
  init(_ schema: Schema, named: [Int]) {
    func field(_ name: String) -> Int? {
      schema.fields.firstIndex { $0.column.isSameName(as: name) && !$0.kind.isBytes }
    }
    (subtitle, author, isbn) = (field("subtitle"), field("author"), field("isbn"))
    (volume, language) = (field("series_number"), field("language"))
    let isOfBooks = author != nil || isbn != nil
    // Where all rows have one title, another column tells them apart better, and was taken for the title.
    let title = isOfBooks ? field("title") : nil
    titles = title.map { schema.titleFields.contains($0) ? schema.titleFields : [$0] } ?? schema.titleFields
    self.named = named.isEmpty && !isOfBooks ? schema.titleFields : named
  }

  /// Whether rows are compared by the fields that somebody has named, and not as books.
  var areNamed: Bool { !named.isEmpty }

  /// The fields to read, in their order.
  var fields: [Int] {
    areNamed ? named : titles + [subtitle, author, isbn, volume, language].compactMap(\.self)
  }

  /// What a row is recognised by, whose cells begin at a column.
  func signs(_ row: PreparedStatement, from start: Int) -> RowSigns {
    var column = Int32(start)
    func next(_ field: Int?) -> Value {
      guard field != nil else { return .null }
      defer { column += 1 }
      return row.value(at: column)
    }
    if areNamed { return .fields(FieldSigns(named.map { next($0) })) }
    var cells = BookSigns.Cells()
    cells.titles = titles.map { next($0).plainBytes }
    cells.subtitle = next(subtitle).plainBytes
    cells.author = next(author).plainBytes
    cells.isbn = next(isbn).plain
    cells.volume = next(volume).plain
    cells.language = next(language).plain ?? ""
    return .book(BookSigns(cells))
  }
}
