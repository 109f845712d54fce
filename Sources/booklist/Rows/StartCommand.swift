import ArgumentParser
import BookStore
import Browser
import Records
import Screens

/// Notes that a book was started.
struct StartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Note that you have started to read a book, or to read it again.",
    usage: "booklist start <key> [--on <date>]",
    discussion: """
      A reading begins, and the book is being read until booklist finish. The library needs the tables of the template reading.

      It is one step: booklist undo undoes it, as does u in the screens.

      Exit status: 0 if it was noted, otherwise 1, also if a reading is under way; 64 for an invalid date; 75 if another \
      program has locked the library.
      """)

  @Argument(help: "The book's key, which is in the first column of booklist list.")
  var key: String

  @Option(
    name: .customLong("on"),
    help: ArgumentHelp("When, like 2024-05-01 or 2024; by default today.", valueName: "date"))
  var day = "today"

  @OptionGroup var library: FileOptions

  func run() throws {
    try ReadingRun.run(key, in: library) { run in
      try run.checkHasReadings()
      guard try run.readings.start(on: try ReadingRun.value(day, FinishForm.day, in: run.store)) else {
        throw CommandFailure("You are reading “\(try run.title)” already.", CommandStatus.nothingDone)
      }
      return "Started “\(try run.title)”."
    }
  }
}
