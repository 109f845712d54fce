import Queries
import Records
import SQLite

/// What is lent and borrowed, as the table `loan` of the template `reading` notes it.
public struct Loans {
  private let store: BookStore
  /// The table, with the titles of the books that its rows point to.
  public let schema: Schema

  /// Some of the loans.
  public enum Part: Hashable, Sendable {
    /// Those that are not back, lent and borrowed.
    case current
    /// Those of one's own books that are not back.
    case lent
    /// Those of others' books that are not back.
    case borrowed
    /// Those that should be back by now.
    case overdue
    /// Those that are back, too.
    case all

    /// The words that find them.
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

  /// How many loans are not back.
  public struct Counts: Hashable, Sendable {
    /// How many books are lent.
    public var lent: Int
    /// How many books are borrowed.
    public var borrowed: Int
    /// How many of both should be back by now.
    public var overdue: Int
    /// How many are back.
    public var back: Int
  }

  /// Makes it for a library; nil if that has no table of loans.
  ///
  /// - Throws: Why the table cannot be read.
  public init?(in store: BookStore) throws(StoreError) {
    guard let table = store.tables.first(where: { $0.name.isSameName(as: Schema.loanTable) }) else {
      return nil
    }
    let schema = try store.lists.completeSchema(of: table.id)
    guard schema.isOfLoans else { return nil }
    (self.store, self.schema) = (store, schema)
  }

  /// What a list shows beside the person: the book, whose it is, since when, and until when.
  public var columns: [Int] {
    ["book", "direction", "lent_on", "due"].compactMap { schema.field(named: $0) }.map(
      schema.titleOfReference)
  }

  /// The order: what should be back first.
  public var order: ListOrder {
    ListOrder(["due", "lent_on"].compactMap { schema.field(named: $0) }.map { ListOrder.Term(field: $0) })
  }

  /// How many there are, as the database has them.
  ///
  /// - Throws: Why the table cannot be read.
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
