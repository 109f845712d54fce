/// The tags and codes under which library records store data about a book.
struct MARCDialect {
  typealias Place = (tag: String, code: String)

  let title: Place
  let subtitle: Place
  let authors: [String]
  let contributors: [String]
  let givenName: String?
  let isbn: Place
  let publisher: [Place]
  let published: [Place]
  let series: [Place]
  let seriesNumber: [Place]
  let pages: Place
  let language: Place
  let subjects: [String]
  let notes: [Place]

  /// MARC 21 (Format for Bibliographic Data).
  static let marc21 = MARCDialect(
    title: ("245", "a"), subtitle: ("245", "b"), authors: ["100", "110", "111"], contributors: ["700"],
    givenName: nil, isbn: ("020", "a"), publisher: [("264", "b"), ("260", "b")],
    published: [("264", "c"), ("260", "c")], series: [("490", "a"), ("830", "a")],
    seriesNumber: [("490", "v"), ("830", "v")], pages: ("300", "a"), language: ("041", "a"),
    subjects: ["650", "651", "655"], notes: [("500", "a"), ("520", "a")])

  /// UNIMARC (Manual, Bibliographic Format), whose field 100 has coded data.
  static let unimarc = MARCDialect(
    title: ("200", "a"), subtitle: ("200", "e"), authors: ["700", "710", "720"],
    contributors: ["701", "702", "711", "712"], givenName: "b", isbn: ("010", "a"),
    publisher: [("214", "c"), ("210", "c")], published: [("214", "d"), ("210", "d")],
    series: [("225", "a"), ("461", "t"), ("410", "t")],
    seriesNumber: [("225", "v"), ("461", "v"), ("410", "v")],
    pages: ("215", "a"), language: ("101", "a"), subjects: ["606", "607", "608", "610"],
    notes: [("300", "a"), ("330", "a")])

  static let roles = [
    "340": "editor", "440": "illustrator", "550": "narrator", "600": "photographer", "730": "translator",
  ]
}
