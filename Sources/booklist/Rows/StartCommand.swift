import ArgumentParser
import BookStore

struct StartCommand: DescribedCommand {
  static let effect = CommandEffect.adds

  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Note that you have started to read a book, or to read it again.",
    usage: "booklist start <key> [--on <date>]",
    discussion: """
      A reading begins, and the book is being read until booklist finish. The library needs the tables of the template reading.

      It is one step: booklist undo undoes it, as does u in the screens.

      Exit status: 0 if it was noted, otherwise 1, also if a reading is under way; 64 for an invalid date; 75 if another \
      program has locked the library.
      """)

  @OptionGroup var book: ReadingOptions

  func run() throws {
    try ReadingRun.run(book.key, in: book.library) { run in
      try run.checkHasReadings()
      let day = try ReadingRun.day(book.day, in: run.store)
      try CommandFailure.unless(
        try run.readings.start(on: day),
        "You are reading “\(try run.title)” already.", CommandStatus.nothingDone)
      return "Started “\(try run.title)”\(ReadingRun.said(day, typed: book.day))."
    }
  }
}
