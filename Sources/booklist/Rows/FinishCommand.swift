import ArgumentParser
import BookStore
import Screens

struct FinishCommand: DescribedCommand {
  static let effect = CommandEffect.changes

  static let configuration = CommandConfiguration(
    commandName: "finish", abstract: "Note that you have finished a book.",
    usage: "booklist finish <key> [--rating <stars>] [--review <text>] [--on <date>] [--change | --again]",
    discussion: """
      The reading that is under way ends; if there is none, one is added that has only an end. The book was read, and gets \
      the stars and the review. If a reading has ended on that day already, --change gives it the stars, and --again notes \
      another one. The library needs the tables of the template reading.

      It is one step: booklist undo undoes it, as does u in the screens.

      Exit status: 0 if it was noted, otherwise 1; 64 for an invalid value; 75 if another program has locked the library.
      """)

  @OptionGroup var book: ReadingOptions

  @Option(help: ArgumentHelp("0 to 5 stars, like 4.5.", valueName: "stars"))
  var rating: String?

  @Option(help: ArgumentHelp("The review, which replaces one that is there.", valueName: "text"))
  var review: String?

  enum Repetition: String, EnumerableFlag {
    case change, again
  }

  @Flag(exclusivity: .exclusive, help: "What is meant if the book was finished on that day already.")
  var repetition: Repetition?

  func run() throws {
    try ReadingRun.run(book.key, in: book.library) { run in
      try run.checkHasReadings()
      func value(_ text: String?, _ field: Int) throws -> Value? {
        try text.map { try ReadingRun.value($0, field, in: run.store) }
      }
      let day = try ReadingRun.day(book.day, in: run.store)
      let ended = try run.readings.reading(finishedOn: day)
      try CommandFailure.unless(
        ended == nil || repetition != nil,
        "“\(try run.title)” was finished on that day already. --change gives that reading the stars, --again notes another one.",
        CommandStatus.nothingDone)
      try run.readings.finish(
        on: day, rating: try value(rating, FinishForm.rating) ?? .null,
        review: try value(review, FinishForm.review), changing: repetition == .change ? ended : nil)
      return "Finished “\(try run.title)”\(ReadingRun.said(day, typed: book.day))."
    }
  }
}
