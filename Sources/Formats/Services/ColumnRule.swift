struct ColumnRule: Sendable {
  enum Target: Sendable {
    case field(BookField)
    case id
    case mainShelf
    case shelves(separator: Character)
    /// Shelves, some of which stand for a status.
    case collections(separator: Character)
    case isRead
    /// The series, with its number after `#` or in brackets.
    case seriesWithNumber
    case started, finished, stopped
    /// Readings as `2023/01/05-2023/01/10, 2024/02/01`.
    case dateRanges
    /// Readings as openreads writes them: `2023-01-01T…|2023-02-02T…|…;`.
    case readings
    case count
    case cover
    case people(role: String)
    /// Roles, in the order of the people in the previous cell.
    case roles(separator: Character)
    case allPeople
    case publication
    case returned
    case quote, quoteNote, quotePlace, quotePlaceKind, quoteMoment
    case deleted
    case nothing
  }

  enum Form: Sendable {
    case plain
    case titleWithSeries
    case isbn
    /// An ISBN, or a number invented by the service.
    case isbnOrOther
    case names
    /// Stars times `scale`; 0 means no rating.
    case stars(scale: Double)
    /// Stars, or points at ten per star.
    case starsOrPoints
    case date
    /// A year that counts 720 BC as -720.
    case year
    case lines
    case integer
    case number
    case html
    /// A date of Calibre, in which the year 101 means unknown.
    case calibreDate
    case list(separator: String)
    /// Authors, then others with a role: `Ann Author, Cy Third (Translator)`.
    case credits(separator: Character)
    case truth
  }

  let name: String
  let target: Target
  let form: Form

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

  var isBracketed: Bool {
    switch (target, form) {
    case (.started, _), (.finished, _), (.stopped, _), (.returned, _), (_, .date), (_, .isbn): true
    default: false
    }
  }
}
