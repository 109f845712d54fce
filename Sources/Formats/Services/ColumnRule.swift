struct ColumnRule: Sendable {
  enum Target: Sendable {
    case field(BookField)
    case id
    /// The status; any other name is that of a shelf.
    case mainShelf
    case shelves(separator: Character)
    /// Shelves of a service that uses some of its own names as a status.
    case collections(separator: Character)
    /// Whether the book was read; no other status is possible.
    case isRead
    /// The series, with its number after `#` or in brackets.
    case seriesWithNumber
    case started, finished, stopped
    /// Readings as `2023/01/05-2023/01/10, 2024/02/01`.
    case dateRanges
    /// Readings in the form of openreads: `2023-01-01T…|2023-02-02T…|…;`.
    case readings
    case count
    case cover
    case people(role: String)
    /// The roles of the people in the cell before, in order.
    case roles(separator: Character)
    /// All people, beginning with the author, each with the role in brackets.
    case allPeople
    /// The publisher, followed by the year and the form of the edition.
    case publication
    case returned
    /// A marked passage; the note, the place, its kind and the moment belong to the passage in the same row.
    case quote, quoteNote, quotePlace, quotePlaceKind, quoteMoment
    case deleted
    case nothing
  }

  enum Form: Sendable {
    case plain
    /// A title with its series at the end: `Title (Series, #1)`.
    case titleWithSeries
    case isbn
    /// An ISBN or a number invented by the service.
    case isbnOrOther
    case names
    /// Stars, divided by `scale`; 0 means no rating.
    case stars(scale: Double)
    /// Stars, or points at ten per star.
    case starsOrPoints
    case date
    /// A year that counts 720 BC as -720.
    case year
    /// A text with `<br/>` for line ends.
    case lines
    case integer
    case number
    case html
    /// A date in Calibre's form, in which the year 101 means unknown.
    case calibreDate
    case list(separator: String)
    /// Authors, and other people with their role in brackets: `Ann Author, Cy Third (Translator)`.
    case credits(separator: String)
    case truth
  }

  let name: String
  let target: Target
  let form: Form

  /// - Parameter form: Nil for the usual form.
  init(_ name: String, _ target: Target, _ form: Form? = nil) {
    (self.name, self.target, self.form) = (name, target, form ?? Self.usualForm(of: target))
  }

  init(_ name: String, _ field: BookField, _ form: Form? = nil) { self.init(name, .field(field), form) }

  private static func usualForm(of target: Target) -> Form {
    switch target {
    case .started, .finished, .stopped, .field(.added), .field(.published), .field(.lentOn): .date
    case .field(.isbn): .isbn
    case .field(.rating): .stars(scale: 1)
    case .field(.notes), .field(.review): .lines
    case .field(.pages): .integer
    case .field(.owned): .truth
    case .field(.tags), .field(.contributors): .list(separator: ",")
    default: .plain
    }
  }

  var hasDates: Bool {
    switch (target, form) {
    case (.started, _), (.finished, _), (.stopped, _), (.returned, _), (.dateRanges, _), (.quoteMoment, _),
      (_, .date), (_, .calibreDate):
      true
    default: false
    }
  }

  /// Whether the service may put brackets around a date or an ISBN.
  var isBracketed: Bool {
    switch (target, form) {
    case (.started, _), (.finished, _), (.stopped, _), (.returned, _), (_, .date), (_, .isbn): true
    default: false
    }
  }
}
