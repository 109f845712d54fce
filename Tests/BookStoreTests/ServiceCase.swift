import Formats
import Testing

/// A file as people's programs write it, and what a library holds after its import.
struct ServiceCase: CustomTestStringConvertible, Sendable {
  let file: String
  /// What it is taken for.
  let format: Format
  /// How many books are added.
  let added: Int
  /// What is said of each notable row.
  let problems: [[RowProblem]]
  /// How many rows are the same as one before, blank, deleted.
  let others: [Int]
  /// How many rows add something to a book that another row of the file has brought.
  let filled: Int
  /// The columns that are named because nothing is read of them.
  private(set) var unread: [String] = []
  /// Queries, and the rows that each gives.
  private(set) var content: [(sql: String, rows: [String])] = []

  var testDescription: String { file }

  private init(
    _ file: String, _ format: Format, added: Int, problems: [[RowProblem]] = [], others: [Int] = [0, 0, 0],
    filled: Int = 0
  ) {
    (self.file, self.format, self.added) = (file, format, added)
    (self.problems, self.others, self.filled) = (problems, others, filled)
  }

  private func holding(_ rows: [String], of sql: String) -> ServiceCase {
    var new = self
    new.content.append((sql, rows))
    return new
  }

  private func query(_ sql: String, _ rows: String...) -> ServiceCase { holding(rows, of: sql) }

  private func books(_ fields: String, _ rows: String...) -> ServiceCase {
    holding(rows, of: "SELECT \(fields) FROM book ORDER BY pk")
  }

  private func readings(_ rows: String...) -> ServiceCase {
    holding(rows, of: "SELECT book, started, finished, stopped FROM reading ORDER BY pk")
  }

  private func shelves(_ rows: String...) -> ServiceCase {
    let shelves = "SELECT book, name FROM book_shelf JOIN shelf ON shelf = shelf.pk ORDER BY book, name"
    return holding(rows, of: shelves)
  }

  private func leavingUnread(_ columns: String...) -> ServiceCase {
    var new = self
    new.unread = columns
    return new
  }

  static let all: [ServiceCase] = catalogues + readers + goodreads

  /// Files of programs that keep a list of books.
  private static let catalogues: [ServiceCase] = [
    ServiceCase("lt_bracketed_dates.tsv", .librarything, added: 3)
      .leavingUnread("Sort Character", "Acquired", "Copies", "Work id", "Lending Status")
      .books(
        "title, added, status, publisher, published, lent_to, lent_on",
        "Bracket Book|2021-08-01|read|House|2006|NULL|NULL",
        "Wished For|2022-01-01|to read|NULL|1999|NULL|NULL",
        "In Hand|2022-01-02|reading|NULL|NULL|Dora|2022-02-03"
      )
      .query(
        "SELECT isbn, contributors, replace(review, char(10), '/') FROM book WHERE pk = 1",
        "9780306406157|Other, Bo (translator); Voice, Cy (illustrator)|Line one/Line two"
      )
      .readings("1|2021-07-01|2021-07-30|NULL").shelves("1|Read but unowned", "1|Your library"),
    ServiceCase("lt_loan.tsv", .librarything, added: 2).leavingUnread("Sort Character", "Lending Status")
      .books("title, lent_to, lent_on", "First Light|Dora|2022-02-03", "Second Light|NULL|NULL")
      .query(
        "SELECT book, person, direction, lent_on, due, back_on FROM loan ORDER BY pk",
        "1|Dora|lent|2022-02-03|NULL|NULL", "2|Eve|lent|2022-02-03|NULL|2022-03-01"),
    ServiceCase("libib_2025.csv", .libib, added: 3)
      .leavingUnread("item_type", "description", "group", "price", "review_date", "copies")
      .books(
        "author, isbn, published, pages, status, tags, rating, added",
        "Ann Author; Bo Other|9780306406157|2001-05-06|320|read|one; two|4.5|2023-12-31",
        "Ann Author|9781402894626|1999-01-01|200|to read|NULL|NULL|2023-12-30",
        "Ann Author|NULL|NULL|NULL|stopped|NULL|NULL|2023-12-30"
      )
      .readings("1|2024-01-01|2024-01-02|NULL"),
    ServiceCase("notion.csv", .csv, added: 2).leavingUnread("Score /5", "Date Finished")
      .books(
        "title, author, status, tags", "First Light|Ann Author|read|fiction, travel",
        "Second Light|Bo Other|reading|NULL"
      )
      .query(
        "SELECT json_extract(imported, '$.\"Date Finished\"') FROM source WHERE pk = 1", "January 20, 2024"),
    ServiceCase("zotero_book.csv", .zotero, added: 2)
      .leavingUnread("Item Type", "Date Modified", "Place", "Edition", "Publication Title", "Pages")
      .books(
        "author, isbn, pages, published, added, tags, notes, series_number",
        "Author, Ann; Other, Bo|9780306406157|320|2001-05-06|2024-01-05|one; two; three|note|3",
        "Other, Bo|NULL|NULL|1999|2024-01-05|NULL|NULL|NULL"
      )
      .query("SELECT contributors FROM book WHERE pk = 1", "Editor, Ed (editor); Trans, La (translator)"),
    ServiceCase("calibre_catalog.csv", .calibreCatalog, added: 2)
      .leavingUnread("cover", "formats", "identifiers", "library_name", "size", "uuid", "#read", "#words")
      .books(
        "author, published, added, notes, series, series_number, rating, tags, cover",
        "Ann Author; Bo Other|2001-05-06|2024-01-05|Text & more|Valley|2|4.0|one; two|NULL",
        "Unknown|NULL|2024-01-05|NULL|NULL|NULL|NULL|NULL|NULL"),
    ServiceCase("calibredb.json", .calibre, added: 2)
      .leavingUnread("*read", "*words", "formats", "last_modified", "size", "uuid")
      .books(
        "author, published, added, series, series_number, rating, isbn",
        "Ann Author; Bo Other|2001-05-05|2024-01-05|Valley|2|4.0|9780306406157",
        "Unknown|NULL|NULL|NULL|NULL|NULL|NULL"),
    ServiceCase("bookcatalogue.csv", .bookcatalogue, added: 2)
      .leavingUnread("list_price", "anthology", "signed", "description")
      .books(
        "author, series, series_number, status, rating, isbn, published, lent_to",
        "Author, Ann; Other, Bo|Valley|2|read|4.5|9780306406157|2001-05|Dora",
        "Third, Cy|NULL|NULL|NULL|NULL|NULL|NULL|NULL"
      )
      .readings("1|2024-01-06|2024-01-20|NULL").shelves("1|Default", "1|Travel", "2|Default")
      .query("SELECT book, person, lent_on, back_on FROM loan", "1|Dora|NULL|NULL"),
    ServiceCase("ris_volume.ris", .ris, added: 2).leavingUnread("CY", "ZZ")
      .books("title, series, series_number", "First Light|Valley|3", "Second Light|Valley|4"),
    ServiceCase("bib_unknown_fields.bib", .bibtex, added: 1).leavingUnread("address", "shelfmark")
      .books("title, isbn", "First Light|9780306406157"),
  ]

  /// Files of services that know what somebody reads.
  private static let readers: [ServiceCase] = [
    ServiceCase("hc_2026.csv", .hardcover, added: 3)
      .leavingUnread(
        "Hardcover Edition ID", "Privacy", "Review Contains Spoilers", "Sponsored Review", "Review Date"
      )
      .books(
        "author, series, series_number, isbn, published, pages, format, owned, status, added",
        "Ann Author; Bo Other|Valley|2|9780306406157|2001-05-06|320|Paperback|1|read|2024-01-05",
        "Ann Author|NULL|NULL|NULL|NULL|NULL|NULL|NULL|to read|2024-02-05",
        "Ann Author|NULL|NULL|NULL|NULL|NULL|NULL|NULL|stopped|2024-02-06"
      )
      .readings("1|2024-01-06|2024-01-20|NULL", "3|2024-02-07|NULL|NULL")
      .shelves("1|Best of 2024", "1|Owned"),
    ServiceCase("sg_old_header.csv", .storygraph, added: 1)
      .books(
        "title, author, status, rating, added",
        "Bloom, Vol. 3|Nio Example; Jenny Other|read|5.0|2020-01-08"),
    ServiceCase("sg_dates.csv", .storygraph, added: 6, problems: [[.unknownStatus("paused")]])
      .leavingUnread("Moods", "Pace", "Character- or Plot-Driven?")
      .query(
        "SELECT status, replace(review, char(10), '/') FROM book WHERE pk IN (1, 6)",
        "read|Loved it./Really & truly", "NULL|NULL"
      )
      .readings(
        "1|2021-01-02|2021-01-09|NULL", "1|2023-05-01|2023-05-04|NULL", "2|2024-06-01|NULL|NULL",
        "3|2024-02-01|NULL|2024-02-03", "4|2020-02|2020-03|NULL", "5|NULL|2018|NULL"
      )
      .shelves("6|paused"),
    ServiceCase("sg_slash_dates.csv", .storygraph, added: 2)
      .books("added", "2024-04-13", "2024-04-02").readings("1|2024-04-14|2024-04-30|NULL"),
    ServiceCase(
      "or_2026.csv", .openreads, added: 3, problems: [[.unknownStatus("unknown")]], others: [0, 0, 1]
    )
    .leavingUnread("description", "favourite", "olid", "date_modified")
    .books(
      "title, status, rating, pages, tags",
      "Kept|read|4.5|320|one; two", "Left|stopped|1.5|NULL|NULL", "Odd|NULL|NULL|NULL|NULL"
    )
    .readings("1|2023-01-05|2023-01-10|NULL", "1|2024-02-01|2024-02-03|NULL", "2|2023-05-01|NULL|NULL"),
    ServiceCase("bw_2025.csv", .bookwyrm, added: 3, problems: [[.unknownStatus("cooking-9")]])
      .leavingUnread("openlibrary_key", "review_name", "review_published", "shelf_name")
      .books(
        "author, isbn, status, rating, review, added",
        "Ann Author|9780306406157|read|4.5|Good book|2025-03-23",
        "Ann Author|NULL|stopped|NULL|NULL|2025-01-06",
        "Bo One; Cy Two|NULL|NULL|NULL|NULL|2025-02-06"
      )
      .readings("1|2025-03-12|2025-03-21|NULL", "2|2025-01-01|NULL|2025-01-05").shelves("3|cooking-9"),
    ServiceCase("libby_timeline.csv", .libby, added: 2, filled: 1)
      .leavingUnread("timestamp", "activity", "details", "library")
      .books(
        "title, author, isbn, publisher, cover", "First Light|Ann Author|9780306406157|House|NULL",
        "Second Light|Bo Other|9781402894626|House|NULL"),
    ServiceCase("readwise_one_book.csv", .readwise, added: 2, filled: 2).leavingUnread("Color")
      .books("title, author", "First Light|Ann Author", "Second Light|Bo Other")
      .query(
        "SELECT book, text, note, place FROM quote ORDER BY pk",
        "1|The first line|NULL|location 30", "1|The second line|my note|location 31",
        "2|Another book|NULL|page 3", "1|The third line|NULL|location 99"
      )
      .query(
        "SELECT book, json_extract(imported, '$.Color') FROM source",
        "1|yellow", "1|yellow", "2|yellow", "1|blue"),
  ]

  private static let goodreads: [ServiceCase] = [
    goodreadsCase("gr_slash_dates.csv", added: 2)
      .books("added", "2024-04-13", "2024-04-02").readings("1|NULL|2024-04-30|NULL"),
    goodreadsCase("gr_lines_quoted_whole.csv", added: 2)
      .books(
        "title, author, isbn, status",
        "Quest, Aside|Ann Author|9780306406157|read", "Night Watcher|Ann Author|NULL|read"),
    goodreadsCase("gr_no_header_bare_isbn.csv", added: 3)
      .books(
        "title, series_number, isbn",
        "First Row, Too|NULL|NULL", "Second Row|2|9780306406157", "Third Row|NULL|NULL"
      )
      .readings("1|NULL|NULL|NULL", "2|NULL|2024-01-02|NULL", "3|NULL|NULL|NULL"),
    goodreadsCase("gr_no_header.csv", added: 3)
      .books(
        "title, series_number, isbn",
        "First Row, Too|NULL|9780306406157", "Second Row|NULL|NULL", "Third Row|2|NULL"),
    goodreadsCase("gr_blank_rows.csv", added: 1, others: [0, 3, 0]).books("title", "Only Book"),
    goodreadsCase(
      "gr_two_series.csv", added: 6,
      problems: [[.withoutPlace("Guard Tales, #3")], [.withoutPlace("#1-4")], [.withoutPlace("#4, Part 2")]]
    )
    .books(
      "title, series, series_number",
      "The Slow Train|Valley|40", "Omnibus|Red City|NULL", "War of Salt|Storm Archive|NULL",
      "Half Step|Valley|1.5", "Plain (a true story)|NULL|NULL", "Prequel|Valley|0"
    )
    .query("SELECT json_extract(imported, '$.Title') FROM source WHERE pk = 2", "Omnibus (Red City, #1-4)"),
    goodreadsCase("gr_partial_dates.csv", added: 4, problems: [[.unread(column: "Date Read")]])
      .readings("1|NULL|2022-06|NULL", "2|NULL|2019|NULL", "3|NULL|2020-02-29|NULL", "4|NULL|NULL|NULL"),
    goodreadsCase("gr_reread.csv", added: 3)
      .readings(
        "1|NULL|2022-05-06|NULL", "1|NULL|NULL|NULL", "1|NULL|NULL|NULL", "2|NULL|NULL|NULL",
        "3|NULL|2020-01-02|NULL"),
    goodreadsCase(
      "gr_upc.csv", added: 3, problems: [[.unread(column: "ISBN13")], [.unread(column: "ISBN13")]]
    )
    .books("title, isbn", "Barcode Not Isbn|9780306406157", "Asin|NULL", "Ten In Thirteen|9780306406157"),
  ]

  private static func goodreadsCase(
    _ file: String, added: Int, problems: [[RowProblem]] = [], others: [Int] = [0, 0, 0]
  ) -> ServiceCase {
    ServiceCase(file, .goodreads, added: added, problems: problems, others: others)
      .leavingUnread("Average Rating")
  }
}
