/// The tools that an agent can call, in the order of `tools/list`.
enum AgentTools {
  static func all(isReadOnly: Bool) -> [AgentTool] { isReadOnly ? reading : reading + changing }

  static func tool(of command: String) -> AgentTool? {
    (reading + changing).first { $0.command[0] == command }
  }

  /// The tool whose command needs the edit log, and so does not take `--read-only`.
  static let history = "history"

  // MARK: Parameters

  private static let query = AgentParameter(
    "query", .word,
    "What the rows must match, as in the finder: words, field:value, field>3, status:to-read, -word, a | b.")
  private static let limit = AgentParameter(
    "limit", .number("--limit", standard: "100"), "The most rows; by default 100.")
  private static let keys = AgentParameter("keys", .words, "The keys of rows, as list gives them.")
  private static let plainKeys = AgentParameter("keys", .plainWords, "The keys of rows, as list gives them.")
  private static let condition = AgentParameter(
    "where", .text("--where"), "All rows that match this query, in place of keys.")
  private static let rowCount = AgentParameter(
    "rows", .number("--rows", standard: "..10"),
    "Needed for more than ten rows, with those that go along: their number, as the first call reported it.")
  private static let key = AgentParameter("key", .word, "The book's key, as list gives it.", isRequired: true)
  private static let date = AgentParameter("on", .text("--on"), "The date, as YYYY-MM-DD; by default today.")

  private static func named(_ name: String, _ option: String, _ about: String) -> AgentParameter {
    AgentParameter(name, .text(option), about)
  }

  private static func flag(_ name: String, _ option: String, _ about: String) -> AgentParameter {
    AgentParameter(name, .flag(option), about)
  }

  // MARK: Reading

  private static let reading: [AgentTool] = [
    reads("info", "The tables of the library with their fields, keys, counts and references."),
    reads(
      "list", "Rows of a table, with their keys.",
      [
        query, named("columns", "--columns", "The fields, separated by commas; * is all of them."),
        named("sort", "--sort", "The fields to sort by, separated by commas; field:desc is descending."),
        limit, flag("count", "--count", "Give only the number of rows."), AgentTool.table,
      ]),
    reads("show", "All fields of rows.", [required(keys), AgentTool.table]),
    reads(
      "values", "The values of a field, with the number of rows that hold each.",
      [
        AgentParameter("field", .word, "The field.", isRequired: true), query,
        named("total", "--total", "A field that is added up and averaged for each value."), limit,
        AgentTool.table,
      ]),
    reads(
      "stats", "Statistics: what was read in a year, or any field by its values.",
      [
        query, named("by", "--by", "Count the rows by this field."),
        named("sum", "--sum", "Add this field up for each value of the other."),
        named("average", "--average", "Average this field for each value of the other."),
        AgentParameter(
          "per", .text("--per"), "What dates are counted by.", choices: ["year", "month", "week", "weekday"]),
        AgentParameter("year", .number("--year", standard: nil), "What was read in this year."),
        flag("years", "--years", "What was read in each year."), AgentTool.table,
      ]),
    reads(
      "sql", "The result of an SQL statement that reads (SELECT, WITH, VALUES), in SQLite's dialect.",
      [AgentParameter("statement", .word, "The statement. Give it a LIMIT.", isRequired: true)]),
    reads(
      "duplicates", "Groups of rows that may be the same, with the reason.",
      [query, named("by", "--by", "The fields that are the same, separated by commas."), AgentTool.table]),
    reads(
      "loans", "What is lent and borrowed.",
      [
        query, flag("overdue", "--overdue", "Only what should be back by now."),
        flag("all", "--all", "Also what is back."),
      ]),
    reads(
      "history", "The steps of the history, the latest first; undo undoes the first one that is not undone.",
      [AgentParameter("limit", .number("--limit", standard: "20"), "The most steps.")]),
  ]

  private static func reads(_ name: String, _ about: String, _ parameters: [AgentParameter] = []) -> AgentTool
  { AgentTool(name, about, .reads, command: [name, "--json"], parameters) }

  private static func required(_ parameter: AgentParameter) -> AgentParameter {
    var parameter = parameter
    parameter.isRequired = true
    return parameter
  }

  // MARK: Changing

  private static let changing: [AgentTool] = [
    AgentTool(
      "add", "Add a row by its values, or several rows as one step.", .adds,
      [
        AgentParameter("values", .values, "The fields of one new row, with their values."),
        AgentParameter("several", .rows, "Several new rows, in place of values."), AgentTool.table,
      ], needsOneOf: ["values", "several"]),
    AgentTool(
      "set", "Set fields of rows, found by keys or by where.", .changes,
      [
        plainKeys, condition, AgentParameter("values", .values, "The fields, with their new values."),
        AgentParameter(
          "rules", .rules,
          "Changes by rule: title:=trim, author:=turn, pages:=+1, title:=s/old/new/, shelf+=summer, shelf-=summer."
        ),
        rowCount, flag("try", "--dry-run", "Only say what would change."), AgentTool.table,
      ], needsOneOf: ["keys", "where"]),
    AgentTool(
      "remove", "Delete rows, found by keys or by where.", .changes, command: ["rm", "--yes"],
      [
        keys, condition, rowCount, flag("try", "--dry-run", "Only say what would be deleted."),
        AgentTool.table,
      ], needsOneOf: ["keys", "where"]),
    AgentTool(
      "merge", "Merge rows that are the same into one; what points to them then points to it.", .changes,
      [
        required(keys), named("keep", "--keep", "The key of the row that stays."), rowCount,
        flag("try", "--dry-run", "Only say what would change."), AgentTool.table,
      ]),
    AgentTool(
      "import", "Import a file of books: CSV, JSON, Goodreads and others, each row once.", .adds,
      [
        AgentParameter("path", .word, "The path of the file.", isRequired: true),
        flag("try", "--dry-run", "Only report what would be done."),
        flag("add_fields", "--add-fields", "Add the fields that the table lacks for this file."),
        flag("fit", "--fit", "Import even if the table has no fields for more than a third of the values."),
        AgentTool.table,
      ]),
    AgentTool("start", "Note that a book is begun.", .adds, [key, date]),
    AgentTool(
      "progress", "Note how far a book is read.", .changes,
      [key, AgentParameter("place", .word, "120, +30, 45%, done or stopped.", isRequired: true), date]),
    AgentTool(
      "finish", "Note that a book is read.", .changes,
      [
        key, date, named("rating", "--rating", "0 to 5 stars, like 4.5."),
        named("review", "--review", "A review."),
      ]),
    AgentTool(
      "lend", "Note to whom a book is lent, or that it is back.", .adds,
      [
        key, AgentParameter("to", .word, "The person; not for a book that is back."), date,
        named("due", "--due", "When it should be back."), flag("back", "--back", "The book is back."),
      ]),
    AgentTool("undo", "Undo the latest step of the history, whoever made it.", .moves(opposite: "redo")),
    AgentTool("redo", "Redo the step that was undone last.", .moves(opposite: "undo")),
  ]
}
