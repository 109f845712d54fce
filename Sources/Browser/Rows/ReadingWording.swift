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

  static func offer(_ tables: [MissingTable], for books: TableID) -> AlertScreen {
    let question =
      "This library has no place for that. Create \(names(of: tables))? "
      + StoreWording.runs(tables.flatMap(\.statements).joined(separator: " "))
    return AlertScreen(
      Message(question), answers: [.init("Cancel"), .init("Create", effects: [.createTables(books)])])
  }

  static func created(_ tables: [MissingTable]) -> Message {
    Message("Created \(names(of: tables)). Press the key again. u does not take the tables back.")
  }

  private static func names(of tables: [MissingTable]) -> String {
    let names = tables.map(\.name)
    guard names.count > 1, let last = names.last else { return "the table \(names.first ?? "")" }
    return "the tables \(names.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// The reply to a place that cannot be read.
  public static let noPlace = Message.problem(
    "Type a page like 120, pages since then like +30, a part like 45%, done, or stopped.")

  /// The reply to a day that cannot be recorded.
  public static func sentence(_ problem: ReadingMoment.Problem) -> Message {
    switch problem {
    case .future: .problem("That day is still to come. Type today, yesterday or an earlier day.")
    case .noDay: .problem("Type the whole day, like 2024-05-01.")
    }
  }

  /// The reply to recording progress.
  public static func reply(_ result: BookReadings.ProgressResult) -> Message {
    switch result {
    case .noted(let progress): Message("Noted: \(RelatedWording.place(progress)). u undoes it.")
    case .notKept:
      .problem("No table of progress points to the readings. A library of the template reading has one.")
    case .beyond(let pages): .problem("The book has only \(Wording.number(pages)) pages.")
    case .unknownStart: .problem("Nobody knows on which page you were. Type the page that you are on.")
    }
  }

  static func started(_ title: String) -> Message { Message("Started “\(short(title))” today. u undoes it.") }
  static func stopped(_ title: String) -> Message { Message("Gave up “\(short(title))”. u undoes it.") }
  static func finished(_ title: String) -> Message { Message("Finished “\(short(title))”. u undoes it.") }

  static func back(_ title: String, _ loan: BookReadings.Loan) -> Message {
    Message(
      "“\(short(title))” is back \(loan.isBorrowed ? "with" : "from") \(short(loan.person)). u undoes it.")
  }

  static func set(_ field: Field, to value: Value, of title: String, isNew: Bool) -> Message {
    let text = value.isNull ? Wording.empty : FieldWording.displayed(value, in: field)
    return Message(
      "\(field.label) of “\(short(title))”: \(text)\(isNew ? ". u undoes it." : ", as it was already.")")
  }

  static func put(_ title: String, on shelf: String, isNew: Bool) -> Message {
    let place = "“\(short(title))” is on “\(short(shelf))”"
    return Message(isNew ? "\(place) now. u undoes it." : "\(place) already.")
  }

  static func origin(_ deed: ReadingAction.Deed) -> StepOrigin {
    switch deed {
    case .starting: .started("")
    case .finishing: .finished("")
    case .lending: .lent("")
    case .takingBack: .returned("")
    }
  }

  static func doing(_ deed: ReadingAction.Deed) -> String {
    switch deed {
    case .starting: "Starting"
    case .finishing: "Finishing"
    case .lending: "Lending"
    case .takingBack: "Noting what is back"
    }
  }

  static func done(_ deed: ReadingAction.Deed, _ count: Int, _ schema: Schema, _ leftCount: Int) -> String {
    let rows = Wording.count(count, schema)
    let (done, rest) =
      switch deed {
      case .starting: ("Started \(rows) today.", "being read already.")
      case .finishing: ("Finished \(rows).", "finished on that day already.")
      case .lending: ("Lent \(rows).", "lent already.")
      case .takingBack: ("Noted that \(rows) came back.", "not away.")
      }
    let left = leftCount == 0 ? "" : "\(Wording.number(leftCount)) \(leftCount == 1 ? "was" : "were") \(rest)"
    let sentences = count == 0 ? ["Nothing was noted.", left] : [done, left, "u undoes it."]
    return sentences.filter { !$0.isEmpty }.joined(separator: " ")
  }

  static func areBack(_ rows: RowSet, _ count: String) -> AlertScreen {
    AlertScreen(
      Message("Are all \(count) back?"),
      answers: [.init("Cancel"), .init("They are back", effects: [.reading(.takeBack(rows))])])
  }

  static func areLent(_ count: Int) -> Message {
    Message(
      "\(Wording.number(count)) of the marked \(count == 1 ? "is" : "are") lent already, and \(count == 1 ? "stays" : "stay") so."
    )
  }

  static func isBackSince(_ day: String) -> Message {
    Message("It came back on \(day). L on the book lends it again.")
  }

  static func isBack(_ title: String, _ loan: BookReadings.Loan) -> AlertScreen {
    AlertScreen(
      Message("Is “\(short(title))” back \(loan.isBorrowed ? "with" : "from") \(short(loan.person))?"),
      answers: [.init("Cancel"), .init("It is back", effects: [.reading(.takeBack(.rows([loan.id])))])])
  }

  static func isFinished(
    _ id: RecordID, called title: String, _ values: [Value], _ reading: RecordID
  ) -> AlertScreen {
    AlertScreen(
      Message("“\(short(title))” was finished that day already. Change it?"),
      answers: [
        .init("Cancel"),
        .init("Change it", effects: [.reading(.finishAgain(id, values, changing: reading))]),
        .init("Read twice", effects: [.reading(.finishAgain(id, values, changing: nil))]),
      ])
  }

  /// How many books are lent and borrowed.
  public static func counts(_ counts: Loans.Counts) -> String {
    let parts = [(counts.lent, "lent"), (counts.borrowed, "borrowed"), (counts.overdue, "overdue")]
    let said = parts.filter { $0.0 > 0 }.map { "\(Wording.number($0.0)) \($0.1)" }
    if !said.isEmpty { return said.joined(separator: ", ") + "." }
    return counts.back > 0 ? "Everything is back." : "Nothing is lent or borrowed."
  }

  private static func short(_ text: String) -> String { Wording.shortened(text, to: 40) }
}
