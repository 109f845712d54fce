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
