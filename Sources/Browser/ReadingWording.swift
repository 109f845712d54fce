import BookStore
import Records
import Screens

/// The wording about reading and lending.
public enum ReadingWording {
  /// The reply if the library has no table of readings.
  public static let noReadings = Message.problem(
    "No table of readings points to this table. A library of the template reading has one.")
  /// The reply if the library has no table of loans.
  public static let noLoans = Message.problem(
    "No table of loans points to this table. A library of the template reading has one.")
  static let isRead = Message("You are reading it already. x notes that you have finished it.")

  /// The reply to a place that cannot be read.
  public static let noPlace = Message.problem(
    "Type a page like 120, pages since then like +30, a part like 45%, or done.")

  /// What became of a note about progress.
  public static func reply(_ result: BookReadings.ProgressResult) -> Message {
    switch result {
    case .noted(let progress): Message("You are at \(RelatedWording.place(progress)). u undoes it.")
    case .notKept:
      .problem("No table of progress points to the readings. A library of the template reading has one.")
    case .beyond(let pages): .problem("The book has only \(Wording.number(pages)) pages.")
    case .unknownStart: .problem("Nobody knows on which page you were. Type the page that you are on.")
    }
  }

  static func started(_ title: String) -> Message { Message("Started “\(short(title))” today. u undoes it.") }

  static func finished(_ title: String) -> Message { Message("Finished “\(short(title))”. u undoes it.") }

  static func back(_ title: String, from person: String) -> Message {
    Message("“\(short(title))” is back from \(short(person)).")
  }

  /// Asks whether a book is back.
  static func isBack(_ id: RecordID, from person: String) -> AlertScreen {
    AlertScreen(
      Message("Is it back from \(short(person))?"),
      answers: [.init("Cancel"), .init("Back", effects: [.takeBackLoan(id)])])
  }

  private static func short(_ text: String) -> String { Wording.shortened(text, to: 40) }
}
