import ArgumentParser
import BookStore
import Browser
import Screens

/// What the commands about reading and lending share: the book, the day, and writing back.
struct ReadingRun {
  let store: BookStore
  let book: RecordID
  let readings: BookReadings

  static func run(_ key: String, in library: FileOptions, _ body: (ReadingRun) throws -> String) throws {
    try CommandRun(library: library).change { store in
      let rows = RowArguments(store: store)
      let (found, missing) = try rows.rows([key])
      try rows.say(missing: missing, isAny: !found.isEmpty)
      guard let book = found.first else { throw CommandStatus.nothingDone }
      StandardError.say(
        try body(ReadingRun(store: store, book: book, readings: try BookReadings(book, in: store))))
    }
  }

  var title: String {
    get throws {
      store.schema.text(ofTitle: store.schema.title(of: try store.shelf.snapshot(of: book).shownValues))
    }
  }

  static func value(_ text: String, _ field: Int, in store: BookStore) throws -> Value {
    let schema = FinishForm.schema(of: store.schema)
    guard let assignment = try Assignment("\(schema.fields[field].column)=\(text)", schema) else {
      throw CommandFailure("“\(Wording.shortened(text, to: 40))” is not a value.")
    }
    return try assignment.newValue()
  }

  static func day(_ text: String, in store: BookStore, isWhole: Bool = false) throws -> Value {
    let day = try value(text, FinishForm.day, in: store)
    if let problem = ReadingMoment.problem(day, isWhole: isWhole) {
      throw CommandFailure(ReadingWording.sentence(problem).text)
    }
    return day
  }

  /// How a day was understood, if it was not typed in digits: ` on Saturday, 28 November 2026`.
  static func said(_ day: Value, typed: String, _ preposition: String = " on ") -> String {
    guard case .text(let text) = day, typed != "today", !text.bytes.elementsEqual(typed.utf8) else {
      return ""
    }
    guard PartialDateText.parts(text.string).count == 3, let date = PartialDateText.firstDay(text.string)
    else { return " in \(text.string)" }
    return preposition + FieldWording.date(date)
  }

  func checkHasReadings() throws {
    try CommandFailure.unless(
      try readings.areNoted, ReadingWording.noReadings.text, CommandStatus.nothingDone)
  }
}

struct ReadingOptions: ParsableArguments {
  @Argument(help: "The book's key, which is in the first column of booklist list.")
  var key: String

  @Option(
    name: .customLong("on"), parsing: .unconditional,
    help: ArgumentHelp(
      "When, like 28 nov, friday, yesterday, -3, 2024-05-01 or, for readings, 2024; by default today.",
      valueName: "date"))
  var day = "today"

  @OptionGroup var library: FileOptions
}
