/// A time for which a book of one's own was lent; the dates are ISO 8601 and may end after the year or the month.
public struct BookLoan: Hashable, Sendable {
  /// Who got it.
  public var person: String
  /// Since when; nil if unknown.
  public var lentOn: String?
  /// When it came back; nil if it has not.
  public var backOn: String?

  /// Makes a loan.
  public init(person: String, lentOn: String? = nil, backOn: String? = nil) {
    (self.person, self.lentOn, self.backOn) = (person, lentOn, backOn)
  }
}
