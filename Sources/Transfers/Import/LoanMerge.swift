import Formats
import Records

/// Merges a file's loans with the library's: they match by person and day.
///
/// If either has no day, any loan of that person matches, an open one first. A loan that has ended in the library stays ended.
struct LoanMerge {
  private var held: [(key: Int64, loan: BookLoan)]
  private(set) var added: [BookLoan] = []
  private(set) var changed: [(key: Int64, loan: BookLoan)] = []

  init(_ held: [(key: Int64, loan: BookLoan)] = []) { self.held = held }

  var isEmpty: Bool { added.isEmpty && changed.isEmpty }

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

  /// The table of loans stores whole days.
  private static func day(_ date: String?) -> String? {
    date.flatMap { PartialDateText.parts($0).count == 3 ? $0 : nil }
  }
}
