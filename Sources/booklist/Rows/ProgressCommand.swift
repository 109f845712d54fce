import ArgumentParser
import BookStore
import Browser
import Screens

struct ProgressCommand: DescribedCommand {
  static let effect = CommandEffect.changes

  static let configuration = CommandConfiguration(
    commandName: "progress", abstract: "Note how far you have read a book.",
    usage: "booklist progress <key> <place> [--minutes <n>] [--note <text>] [--on <date>]",
    discussion: """
      The place is a page like 120, pages since the last time like +30, a part like 45%, done, or stopped. The first note \
      begins a reading; done ends it, as booklist finish does, and stopped gives it up. The library needs the tables of the template reading.

      It is one step: booklist undo undoes it, as does u in the screens.

      Exit status: 0 if it was noted, otherwise 1; 64 for an invalid value; 75 if another program has locked the library.
      """)

  @OptionGroup var book: ReadingOptions

  @Argument(help: "Where you are: 120, +30, 45%, done or stopped.")
  var place: String

  @Option(help: ArgumentHelp("How long you have read.", valueName: "n"))
  var minutes: Int?

  @Option(help: ArgumentHelp("What you want to say about it.", valueName: "text"))
  var note: String?

  func validate() throws {
    if ReadingPlace(place) == nil { throw ValidationError(ReadingWording.noPlace.text) }
    if let minutes, minutes < 0 { throw ValidationError("--minutes must be 0 or more.") }
  }

  func run() throws {
    guard let place = ReadingPlace(place) else { return }
    try ReadingRun.run(book.key, in: book.library) { run in
      try run.checkHasReadings()
      let day = try ReadingRun.day(book.day, in: run.store, isWhole: true)
      let session = ReadingSession(
        on: day, minutes: minutes.map { .integer(Int64($0)) } ?? .null,
        note: note.map { .text(Text($0)) } ?? .null)
      let said = ReadingRun.said(day, typed: book.day)
      switch place {
      case .end:
        try run.readings.finish(on: day, session: session.unlessEmpty)
        return "Finished “\(try run.title)”\(said)."
      case .stopped:
        try run.readings.stop(on: day, session: session.unlessEmpty)
        return "Gave up “\(try run.title)”\(said)."
      default: return try note(place, session, run) + "\(said)."
      }
    }
  }

  private func note(_ place: ReadingPlace, _ session: ReadingSession, _ run: ReadingRun) throws -> String {
    let result = try run.readings.note(place, in: session)
    guard case .noted(let progress) = result else {
      throw CommandFailure(ReadingWording.reply(result).text, CommandStatus.nothingDone)
    }
    return "“\(try run.title)”: \(RelatedWording.place(progress))"
  }
}
