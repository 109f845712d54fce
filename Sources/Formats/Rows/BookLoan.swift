/// A loan of one's own book; the dates are ISO 8601 and may consist of a year or a year and month.
public struct BookLoan: Hashable, Sendable {
  /// The borrower.
  public var person: String
  /// The first day; nil if unknown.
  public var lentOn: String?
  /// The day of return; nil if the book has not been returned.
  public var backOn: String?

  /// Creates a loan.
  public init(person: String, lentOn: String? = nil, backOn: String? = nil) {
    (self.person, self.lentOn, self.backOn) = (person, lentOn, backOn)
  }
}
