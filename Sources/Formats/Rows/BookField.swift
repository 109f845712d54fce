/// A fact about a book; the raw values are a library's column names.
package enum BookField: String, CaseIterable, Hashable, Sendable {
  case title, author, subtitle, series, contributors, isbn, publisher, published, language, pages, format,
    status
  case rating, owned, location, tags, review, notes, added
  case seriesNumber = "series_number"
  case firstPublished = "first_published"
  case lentTo = "lent_to"
  case lentOn = "lent_on"

  /// Other column names, in lowercase without blanks; the field's own name takes precedence.
  package var otherNames: [String] {
    switch self {
    case .title: ["booktitle", "name"]
    case .author: ["authors", "author(s)", "authorname", "primaryauthor", "writer", "author.name"]
    case .isbn: ["isbn13", "isbn10"]
    case .published:
      ["publicationdate", "publicationyear", "yearpublished", "datepublished", "pubdate", "year"]
    case .firstPublished:
      ["originalpublicationyear", "originalpublicationdate", "firstpublishyear", "firstpublicationdate"]
    case .language: ["languages", "languagecode"]
    case .pages: ["numberofpages", "numpages", "pagecount"]
    case .series: ["seriesname", "seriestitle", "series.name"]
    case .seriesNumber: ["volume", "seriesindex"]
    case .format: ["binding"]
    case .rating: ["myrating", "stars"]
    case .review: ["myreview"]
    case .notes: ["note", "comment", "comments"]
    case .tags: ["genre", "genres", "keywords", "subjects"]
    case .added: ["dateadded"]
    case .lentTo: ["loanedto", "borrower"]
    case .lentOn: ["dateloaned"]
    case .publisher: ["publisher.name"]
    case .subtitle, .contributors, .status, .owned, .location: []
    }
  }
}
