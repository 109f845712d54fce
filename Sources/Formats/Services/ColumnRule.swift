/// What a column of a service's file says of a book.
struct ColumnRule: Sendable {
  /// What a cell is about.
  enum Target: Sendable {
    case field(BookField)
    /// The service's own name for the book.
    case id
    /// The status; a shelf of another name is a shelf.
    case mainShelf
    /// More shelves.
    case shelves(separator: Character)
    /// Shelves of a service that has some of its own names in the place of a status.
    case collections(separator: Character)
    /// Whether the book was read, without a word for any other status.
    case isRead
    /// The series, with its number behind a `#` or in brackets.
    case seriesWithNumber
    case started, finished, stopped
    /// Readings as `2023/01/05-2023/01/10, 2024/02/01`.
    case dateRanges
    /// Readings as openreads has them: `2023-01-01T…|2023-02-02T…|…;`.
    case readings
    /// How often the book was read, with or without dates.
    case count
    /// The file of the cover.
    case cover
    /// People who made the book otherwise: an editor, a translator.
    case people(role: String)
    /// What the people of the cell before have done, in their order.
    case roles(separator: Character)
    /// All people, the first of them the author, each with what they have done in brackets.
    case allPeople
    /// The publisher, with the year and the form of the edition behind it.
    case publication
    /// The day on which a book that was lent came back.
    case returned
    /// A passage that was marked; the note, the place, its kind and the moment are those of the passage in the same row.
    case quote, quoteNote, quotePlace, quotePlaceKind, quoteMoment
    /// Whether the book is deleted in the service.
    case deleted
    /// The cell repeats what another one says.
    case nothing
  }

  /// How a cell becomes what a library has.
  enum Form: Sendable {
    case plain
    /// A title with its series at the end: `Title (Series, #1)`.
    case titleWithSeries
    case isbn
    /// An ISBN, or a number that the service has made up.
    case isbnOrOther
    case names
    /// Stars; a larger scale is divided by this, and 0 is none.
    case stars(scale: Double)
    /// Stars, or ten points for each of them.
    case starsOrPoints
    case date
    /// A year that counts 720 BC as -720.
    case year
    /// A text with `<br/>` for line ends.
    case lines
    case integer
    /// A number, without a fraction of zeros.
    case number
    /// A text of HTML, whose marks fall away.
    case html
    /// A date in Calibre's form, which writes the year 101 where it knows none.
    case calibreDate
    case list(separator: String)
    /// Authors, and behind a name in brackets what somebody else has done: `Ann Author, Cy Third (Translator)`.
    case credits(separator: String)
    case truth
  }

  /// The column's name in the header.
  let name: String
  let target: Target
  let form: Form

  init(_ name: String, _ target: Target, _ form: Form = .plain) {
    (self.name, self.target, self.form) = (name, target, form)
  }

  init(_ name: String, _ field: BookField, _ form: Form = .plain) {
    self.init(name, .field(field), form)
  }

  /// Whether its cells have dates.
  var hasDates: Bool {
    switch (target, form) {
    case (.started, _), (.finished, _), (.stopped, _), (.returned, _), (.dateRanges, _), (.quoteMoment, _),
      (_, .date), (_, .calibreDate):
      true
    default: false
    }
  }

  /// Whether the service may put brackets around a cell: around a date or an ISBN.
  var isBracketed: Bool {
    switch (target, form) {
    case (.started, _), (.finished, _), (.stopped, _), (.returned, _), (_, .date), (_, .isbn): true
    default: false
    }
  }
}
