import ArgumentParser
import BookStore
import Browser
import Screens

struct LendCommand: DescribedCommand {
  static let effect = CommandEffect.adds

  static let configuration = CommandConfiguration(
    commandName: "lend", abstract: "Note to whom a book is lent, or that it is back.",
    usage: """
      booklist lend <key> <person> [--on <date>] [--due <date>]
      booklist lend <key> --back [--on <date>]
      """,
    discussion: """
      The library needs the table loan of the template reading.

      It is one step: booklist undo undoes it, as does u in the screens.

      Exit status: 0 if it was noted, otherwise 1, also if the book is lent already or is not lent; 64 for an invalid date; \
      75 if another program has locked the library.
      """)

  @OptionGroup var book: ReadingOptions

  @Argument(help: "Who gets it.")
  var person: String?

  @Flag(name: .customLong("back"), help: "The book is back.")
  var isBack = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("When it should be back, like 24 dec, friday, +14 or 2024-12-24.", valueName: "date"))
  var due: String?

  func validate() throws {
    if isBack, person != nil {
      throw ValidationError("--back takes no person: the library knows who has the book.")
    }
    if !isBack, person == nil { throw ValidationError("Say who gets the book, or --back.") }
  }

  func run() throws {
    try ReadingRun.run(book.key, in: book.library) { run in
      try CommandFailure.unless(
        try run.readings.loanSource != nil, ReadingWording.noLoans.text, CommandStatus.nothingDone)
      return isBack ? try takeBack(run) : try lend(run)
    }
  }

  private func lend(_ run: ReadingRun) throws -> String {
    if let loan = try run.readings.loan {
      throw CommandFailure(
        "\(loan.person) has “\(try run.title)”. When it is back: booklist lend \(book.key) --back",
        CommandStatus.nothingDone)
    }
    let person = person ?? ""
    let back = try due.map { try date($0, "due", run) } ?? .null
    let day = try date(book.day, "lent_on", run)
    _ = try run.readings.lend(to: .text(Text(person)), on: day, due: back)
    let until = due.map { ReadingRun.said(back, typed: $0, " until ") } ?? ""
    return "Lent “\(try run.title)” to \(person)\(ReadingRun.said(day, typed: book.day))\(until)."
  }

  private func takeBack(_ run: ReadingRun) throws -> String {
    guard let loan = try run.readings.loan else {
      throw CommandFailure("“\(try run.title)” is not lent.", CommandStatus.nothingDone)
    }
    let day = try date(book.day, "back_on", run)
    try run.readings.takeBack(loan, on: day)
    return "“\(try run.title)” is back from \(loan.person)\(ReadingRun.said(day, typed: book.day))."
  }

  private func date(_ text: String, _ column: String, _ run: ReadingRun) throws -> Value {
    guard let table = try run.readings.loanSource?.table,
      let assignment = try Assignment("\(column)=\(text)", run.store.schema(of: table))
    else { return .null }
    return try assignment.newValue()
  }
}
