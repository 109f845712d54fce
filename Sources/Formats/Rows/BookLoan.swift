/// A loan of one's own book; the dates are ISO 8601 and may consist of a year or a year and month.
package struct BookLoan: Hashable, Sendable {
  package var person: String
  /// The first day; nil if unknown.
  package var lentOn: String?
  /// The day of return; nil if the book has not been returned.
  package var backOn: String?

  package init(person: String, lentOn: String? = nil, backOn: String? = nil) {
    (self.person, self.lentOn, self.backOn) = (person, lentOn, backOn)
  }
}
