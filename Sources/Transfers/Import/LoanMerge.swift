import Formats
import Records

/// Merges the loans in a file with those that the library has of the book.
///
/// A loan is recognised by the person and the day; one of them that has no day is any loan of that person. One that the
/// library has as over stays so.
struct LoanMerge {
  private var held: [(key: Int64, loan: BookLoan)]
  /// The loans to add to the library.
  private(set) var added: [BookLoan] = []
  /// The loans of the library that get a day, or end.
  private(set) var changed: [(key: Int64, loan: BookLoan)] = []

  init(_ held: [(key: Int64, loan: BookLoan)] = []) { self.held = held }

  var isEmpty: Bool { added.isEmpty && changed.isEmpty }

  /// Takes what a row says.
  mutating func take(_ loans: [BookLoan]) {
    for loan in loans {
      var loan = loan
      (loan.lentOn, loan.backOn) = (Self.day(loan.lentOn), Self.day(loan.backOn))
      let known = held.indices.filter { Self.isSame(held[$0].loan, loan) }
      guard let place = known.first(where: { held[$0].loan.lentOn == loan.lentOn }) ?? known.first else {
        added.append(loan)
        continue
      }
      let before = held[place].loan
      held[place].loan.lentOn = before.lentOn ?? loan.lentOn
      held[place].loan.backOn = before.backOn ?? loan.backOn
      if held[place].loan != before { changed.append(held[place]) }
    }
  }

  private static func isSame(_ held: BookLoan, _ loan: BookLoan) -> Bool {
    held.person == loan.person && (held.lentOn == nil || loan.lentOn == nil || held.lentOn == loan.lentOn)
  }

  /// A date as the table of loans has it, which is a whole day.
  private static func day(_ date: String?) -> String? {
    date.flatMap { PartialDateText.parts($0).count == 3 ? $0 : nil }
  }
}
