import ArgumentParser
import BookStore
import Browser
import Transfers

struct LoansCommand: DescribedCommand {
  static let effect = CommandEffect.reads

  static let configuration = CommandConfiguration(
    commandName: "loans", abstract: "List what is lent or borrowed and not back.",
    usage: "booklist loans [<query>] [--lent | --borrowed | --overdue | --all] [--format <name>]",
    discussion: """
      The query is in the finder's language, with the fields of a loan: booklist loans person:anna. What should be back first \
      comes first.

      The library needs the table loan of the template reading.

      Exit status: 0 if the loans were printed, even if there are none; 1 if the library has no table of loans; 64 for an \
      invalid query; 66 if there is no such library; 75 if another program has locked it.
      """)

  @Argument(help: "What the loans must match, as in the finder.")
  var query: String?

  @OptionGroup var library: FileOptions
  @OptionGroup var output: OutputOptions

  @Flag(exclusivity: .exclusive, help: "Which of them.")
  var part = LoanPart.current

  func run() throws {
    try CommandRun(library: library).read { store in
      guard let loans = try Loans(in: store) else {
        throw CommandFailure(ReadingWording.noLoans.text, CommandStatus.nothingDone)
      }
      var library = library
      library.table = loans.schema.table
      try CommandRun(library: library).read { try list($0, loans) }
      // The numbers are for all loans.
      if output.format == .table, query == nil {
        StandardError.say(ReadingWording.counts(try loans.counts(today: .today)))
      }
    }
  }

  private func list(_ store: BookStore, _ loans: Loans) throws {
    let words = [part.part.words, query.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }
    var options = ExportOptions()
    let arguments = RowArguments(store: store)
    options.rows = try arguments.forgiving(arguments.query(words.joined(separator: " ")))
    options.rows.order = loans.order
    options.hasKey = true
    let schema = loans.schema
    let back = part == .all ? schema.field(named: "back_on").map { [$0] } ?? [] : []
    options.columns = schema.titleFields.map(schema.titleOfReference) + loans.columns + back
    guard let format = output.format.format else { return try RowTable(store.schema, options).print(store) }
    options.format = format
    _ = try Exporter(of: store, options: options).run { bytes throws(StoreError) in
      try OutputStream.writeAll(bytes)
    }
  }
}

enum LoanPart: String, EnumerableFlag {
  case current, lent, borrowed, overdue, all

  var part: Loans.Part {
    switch self {
    case .current: .current
    case .lent: .lent
    case .borrowed: .borrowed
    case .overdue: .overdue
    case .all: .all
    }
  }

  static func help(for value: LoanPart) -> ArgumentHelp? {
    switch value {
    case .current: "Lent and borrowed, and not back; the default."
    case .lent: "Your own books that others have."
    case .borrowed: "Others' books that you have."
    case .overdue: "What should be back by now."
    case .all: "Also what is back."
    }
  }
}
