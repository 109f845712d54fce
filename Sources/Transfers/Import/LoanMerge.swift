import Formats
import Records

/// Merges the loans in a file with those that the library has of the book.
///
/// A loan is recognised by the person and the day. If one of the two has no day, it is a loan of that person, one that is not
/// over if there is one. A loan that the library has as over stays so.
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
      let sameDay = known.first { held[$0].loan.lentOn == loan.lentOn }
      guard let place = sameDay ?? known.first(where: { held[$0].loan.backOn == nil }) ?? known.first else {
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
