import ArgumentParser
import BookStore
import Platform
import Queries
import Screens

struct StatsCommand: DescribedCommand {
  static let effect = CommandEffect.reads

  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Print statistics: what was read in a year, or a field by its values.",
    usage:
      "booklist stats [<query>] [--by <field> | --year <year> | --years] [--format <name> | --plain] [-o <path>]",
    discussion: """
      Without --by and --year you see what was read this year, if the library notes readings, and otherwise the fields that \
      tell most. The query is in the finder's language and limits the rows. A reading counts in the year in which it ended; \
      what has no date, no pages or no stars is named with its number. --html writes one page that loads nothing.

      Exit status: as for booklist list.
      """)

  @Argument(help: "What the rows must match, as in the finder.")
  var query: String?

  @OptionGroup var library: FileOptions

  @Option(name: .customLong("by"), help: ArgumentHelp("Count the rows by this field.", valueName: "field"))
  var field: String?

  @Option(help: ArgumentHelp("Add this field up for each value of the other.", valueName: "field"))
  var sum: String?

  @Option(help: ArgumentHelp("Average this field for each value of the other.", valueName: "field"))
  var average: String?

  @Option(
    help: ArgumentHelp(
      "Count dates by \(DatePart.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "part"))
  var per: DatePart?

  @Option(help: ArgumentHelp("Show at most this many values of a field; at least 4.", valueName: "n"))
  var limit: Int?

  @Option(help: ArgumentHelp("Show what was read in this year.", valueName: "year"))
  var year: Int?

  @Flag(help: "Show what was read in each year.")
  var years = false

  @Option(
    help: ArgumentHelp("What you want to read in the year, like 50 or \"12000 pages\".", valueName: "goal"))
  var goal: String?

  @OptionGroup var output: StatisticsOutput

  func validate() throws {
    try require(
      [field != nil, year != nil, years].filter(\.self).count <= 1,
      "Only one of --by, --year and --years is possible.")
    try require(sum == nil || average == nil, "Only one of --sum and --average is possible.")
    if field == nil, sum != nil || average != nil || per != nil {
      throw ValidationError("--sum, --average and --per need --by, which names the field.")
    }
    if let limit, limit < 4 { throw ValidationError("--limit must be 4 or more.") }
    if let year, !CalendarDate.years.contains(year) { throw ValidationError("There is no year \(year).") }
    if goal != nil, years || field != nil || query != nil {
      throw ValidationError(
        "--goal is about all books of one year, so it goes without --years, --by and a query.")
    }
    if let goal, ReadingGoal(goal) == nil {
      throw ValidationError("“\(goal)” is no goal: it is like “50 books” or “12000 pages”.")
    }
  }

  func run() throws {
    let goal = goal.flatMap { ReadingGoal($0) } ?? Preferences().session.settings.goal
    try CommandRun(library: library).read { store in
      let arguments = RowArguments(store: store)
      try store.lists.completeSchema()
      let rows = try RowSelection(of: store, arguments.query(query))
      let request = try request(rows, arguments)
      let result = try rows.statistics(request)
      let page = StatisticsPage(
        result, of: request, in: rows.schema, query: query ?? "", goal: goal, today: .today ?? .earliest)
      try output.write(page, result, of: rows.schema, goal: goal)
    }
  }

  private func request(_ rows: RowSelection, _ arguments: RowArguments) throws -> StatisticsRequest {
    if let field { return .field(try fieldRequest(field, rows.schema, arguments)) }
    let hasReadings = try rows.hasReadings
    guard hasReadings || (year == nil && !years) else {
      throw CommandFailure(
        "“\(rows.schema.table)” has no table of readings, so it does not say when something was read. --by counts a field."
      )
    }
    if years { return .years }
    return hasReadings ? .year(year ?? (CalendarDate.today ?? .earliest).year) : .overview
  }

  private func fieldRequest(
    _ name: String, _ schema: Schema, _ arguments: RowArguments
  ) throws -> StatisticsRequest.FieldCount {
    let field = schema.titleOfReference(try arguments.listField(name))
    try CommandFailure.unless(
      !schema.field(at: field).kind.isBytes, "The values of “\(name)” are files, so they are not counted.")
    var request = StatisticsRequest.FieldCount(field)
    try CommandFailure.unless(
      per == nil || schema.field(at: field).kind.isDated,
      "“\(name)” holds no dates, so --per has nothing to count.")
    request.part = per
    if let limit { request.limit = limit }
    guard let measured = sum ?? average else { return request }
    request.measured = try arguments.field(measured)
    request.measure = sum != nil ? .sum : .average
    guard let index = request.measured, schema.fields[index].kind.holdsNumbers else {
      throw CommandFailure("“\(measured)” holds no numbers, so there is nothing to add up.")
    }
    if schema.related(at: field)?.part == .all {
      throw CommandFailure(
        "“\(name)” is of other rows, of which there may be several for one \(schema.singular). Count their table instead, with --table."
      )
    }
    return request
  }
}

extension DatePart: ExpressibleByArgument {}
