import Queries
import Records
import SQLite

/// The loans of a library, in both directions: the rows of the table `loan` of the template `reading`.
public struct Loans {
  private let store: BookStore
  /// The table, with the titles of the books that its rows point to.
  public let schema: Schema

  /// Which loans to show.
  public enum Part: Hashable, Sendable {
    case current
    case lent
    case borrowed
    case overdue
    case all

    /// The query that finds these loans.
    public var words: String {
      switch self {
      case .current: "no:back_on"
      case .lent: "no:back_on direction:lent"
      case .borrowed: "no:back_on direction:borrowed"
      case .overdue: "no:back_on due<today"
      case .all: ""
      }
    }
  }

  /// How many loans are open or returned.
  public struct Counts: Hashable, Sendable {
    /// How many books are lent.
    public var lent: Int
    /// How many books are borrowed.
    public var borrowed: Int
    /// How many of both are overdue.
    public var overdue: Int
    /// How many are returned.
    public var back: Int
  }

  /// Prepares to read a library's loans; nil if it has no table for them.
  public init?(in store: BookStore) throws(StoreError) {
    guard let table = store.tables.first(where: { $0.name.isSameName(as: Schema.loanTable) }) else {
      return nil
    }
    let schema = try store.lists.completeSchema(of: table.id)
    guard schema.isOfLoans else { return nil }
    (self.store, self.schema) = (store, schema)
  }

  /// The columns that a list shows beside the person: the book, its owner, and the dates.
  public var columns: [Int] {
    ["book", "direction", "lent_on", "due"].compactMap { schema.field(named: $0) }.map(
      schema.titleOfReference)
  }

  /// The order of the list: the earliest due date first.
  public var order: ListOrder {
    ListOrder(["due", "lent_on"].compactMap { schema.field(named: $0) }.map { ListOrder.Term(field: $0) })
  }

  /// The numbers of loans in the database.
  public func counts(today: CalendarDate?) throws(StoreError) -> Counts {
    func count(_ words: String) throws(StoreError) -> Int {
      var rows = RowQuery()
      rows.query = Query(words, in: schema, today: today)
      return try RowSelection(of: store, table: schema.id, rows).count()
    }
    return Counts(
      lent: try count(Part.lent.words), borrowed: try count(Part.borrowed.words),
      overdue: try count(Part.overdue.words), back: try count("has:back_on"))
  }
}
