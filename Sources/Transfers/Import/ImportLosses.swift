import Formats
import Records

/// The values of a file for which the table has no place.
public struct ImportLosses: Hashable, Sendable {
  /// The lost values of one column or book field.
  public struct Loss: Hashable, Sendable {
    /// The column of the file, or the book field.
    public let name: String
    /// The number of lost values.
    public fileprivate(set) var count: Int
  }

  /// The number of values that have a place.
  public private(set) var keptCount = 0
  /// The losses, in the order in which they were found.
  public private(set) var losses: [Loss] = []

  /// The number of lost values.
  public var lostCount: Int { losses.reduce(0) { $0 + $1.count } }

  /// Whether more than a third of the values have no place, so that the user should be asked.
  public var areLarge: Bool { lostCount * 2 > keptCount }

  mutating func noteKept(_ count: Int) { keptCount += count }

  mutating func noteLost(_ name: String, _ count: Int = 1) {
    guard count > 0 else { return }
    if let place = losses.firstIndex(where: { $0.name == name }) {
      losses[place].count += count
    } else {
      losses.append(Loss(name: name, count: count))
    }
  }
}

extension ImportLosses {
  /// The new fields that give each lost value a place.
  ///
  /// Book fields are defined as in the template of readers, other columns as text. Losses that need a table are left out.
  public var additions: [FieldChange] {
    losses.compactMap { loss in
      if ImportLosses.ofTables.contains(loss.name) { return nil }
      let field = BookField(rawValue: loss.name.replacing(" ", with: "_"))
      return .addition(column: field?.rawValue ?? loss.name, definition: field?.definition ?? "TEXT")
    }
  }

  /// The losses of a library without the tables of readings, shelves, quotes, progress and loans.
  public static let ofTables = ["dates of reading", "shelves", "quotes", "progress", "past loans"]
}

extension BookField {
  fileprivate var definition: String {
    switch self {
    case .isbn: "ISBN TEXT"
    case .contributors, .tags: "LIST TEXT"
    case .published, .firstPublished: "PARTIAL DATE TEXT"
    case .pages: "INTEGER"
    case .rating: "RATING REAL"
    case .owned: "BOOLEAN"
    case .seriesNumber: "DECIMAL"
    case .review, .notes: "LONGTEXT"
    case .lentOn, .added: "DATE TEXT"
    default: "TEXT"
    }
  }
}
