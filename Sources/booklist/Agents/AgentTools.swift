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
    name: "query", form: .word,
    about:
      "What the rows must match, as in the finder: words, field:value, field>3, status:to-read, -word, a | b."
  )
  private static let limit = AgentParameter(
    name: "limit", form: .number("--limit", standard: "100"), about: "The most rows; by default 100.")
  private static let keys = AgentParameter(
    name: "keys", form: .words, about: "The keys of rows, as list gives them.")
  private static let plainKeys = AgentParameter(
    name: "keys", form: .plainWords, about: "The keys of rows, as list gives them.")
  private static let condition = AgentParameter(
    name: "where", form: .text("--where"), about: "All rows that match this query, in place of keys.")
  private static let rowCount = AgentParameter(
    name: "rows", form: .number("--rows", standard: "..10"),
    about:
      "Needed for more than ten rows, with those that go along: their number, as the first call reported it.")
  private static let key = AgentParameter(
    name: "key", form: .word, about: "The book's key, as list gives it.", isRequired: true)
  private static let date = AgentParameter(
    name: "on", form: .text("--on"), about: "The date, as YYYY-MM-DD; by default today.")

  private static func named(_ name: String, _ option: String, _ about: String) -> AgentParameter {
    AgentParameter(name: name, form: .text(option), about: about)
  }

  private static func flag(_ name: String, _ option: String, _ about: String) -> AgentParameter {
    AgentParameter(name: name, form: .flag(option), about: about)
  }

  // MARK: Reading

  private static let reading: [AgentTool] = [
    AgentTool(
      name: "info", about: "The tables of the library with their fields, keys, counts and references.",
      effect: .reads,
      command: ["info", "--json"]),
    AgentTool(
      name: "list", about: "Rows of a table, with their keys.", effect: .reads, command: ["list", "--json"],
      parameters: [
        query, named("columns", "--columns", "The fields, separated by commas; * is all of them."),
        named(
          "sort", "--sort", "The fields to sort by, separated by commas; field:desc is descending."),
        limit,
        flag("count", "--count", "Give only the number of rows."), AgentTool.table,
      ]),
    AgentTool(
      name: "show", about: "All fields of rows.", effect: .reads, command: ["show", "--json"],
      parameters: [required(keys), AgentTool.table]),
    AgentTool(
      name: "values", about: "The values of a field, with the number of rows that hold each.", effect: .reads,
      command: ["values", "--json"],
      parameters: [
        AgentParameter(name: "field", form: .word, about: "The field.", isRequired: true), query,
        named("total", "--total", "A field that is added up and averaged for each value."), limit,
        AgentTool.table,
      ]),
    AgentTool(
      name: "stats", about: "Statistics: what was read in a year, or any field by its values.",
      effect: .reads,
      command: ["stats", "--json"],
      parameters: [
        query, named("by", "--by", "Count the rows by this field."),
        named("sum", "--sum", "Add this field up for each value of the other."),
        named("average", "--average", "Average this field for each value of the other."),
        AgentParameter(
          name: "per", form: .text("--per"), about: "What dates are counted by.",
          choices: ["year", "month", "week", "weekday"]),
        AgentParameter(
          name: "year", form: .number("--year", standard: nil), about: "What was read in this year."),
        flag("years", "--years", "What was read in each year."), AgentTool.table,
      ]),
    AgentTool(
      name: "sql",
      about: "The result of an SQL statement that reads (SELECT, WITH, VALUES), in SQLite's dialect.",
      effect: .reads, command: ["sql", "--json"],
      parameters: [
        AgentParameter(
          name: "statement", form: .word, about: "The statement. Give it a LIMIT.", isRequired: true)
      ]),
    AgentTool(
      name: "duplicates", about: "Groups of rows that may be the same, with the reason.", effect: .reads,
      command: ["duplicates", "--json"],
      parameters: [
        query, named("by", "--by", "The fields that are the same, separated by commas."), AgentTool.table,
      ]),
    AgentTool(
      name: "loans", about: "What is lent and borrowed.", effect: .reads, command: ["loans", "--json"],
      parameters: [
        query, flag("overdue", "--overdue", "Only what should be back by now."),
        flag("all", "--all", "Also what is back."),
      ]),
    AgentTool(
      name: "history",
      about: "The steps of the history, the latest first; undo undoes the first one that is not undone.",
      effect: .reads, command: ["history", "--json"],
      parameters: [
        AgentParameter(name: "limit", form: .number("--limit", standard: "20"), about: "The most steps.")
      ]),
  ]

  private static func required(_ parameter: AgentParameter) -> AgentParameter {
    var parameter = parameter
    parameter.isRequired = true
    return parameter
  }

  // MARK: Changing

  private static let changing: [AgentTool] = [
    AgentTool(
      name: "add", about: "Add a row by its values, or several rows as one step.", effect: .adds,
      command: ["add"],
      parameters: [
        AgentParameter(name: "values", form: .values, about: "The fields of one new row, with their values."),
        AgentParameter(name: "several", form: .rows, about: "Several new rows, in place of values."),
        AgentTool.table,
      ], needsOneOf: ["values", "several"]),
    AgentTool(
      name: "set", about: "Set fields of rows, found by keys or by where.", effect: .changes,
      command: ["set"],
      parameters: [
        plainKeys, condition,
        AgentParameter(name: "values", form: .values, about: "The fields, with their new values."),
        AgentParameter(
          name: "rules", form: .rules,
          about:
            "Changes by rule: title:=trim, author:=turn, pages:=+1, title:=s/old/new/, shelf+=summer, shelf-=summer."
        ),
        rowCount, flag("try", "--dry-run", "Only say what would change."), AgentTool.table,
      ], needsOneOf: ["keys", "where"]),
    AgentTool(
      name: "remove", about: "Delete rows, found by keys or by where.", effect: .changes,
      command: ["rm", "--yes"],
      parameters: [
        keys, condition, rowCount, flag("try", "--dry-run", "Only say what would be deleted."),
        AgentTool.table,
      ], needsOneOf: ["keys", "where"]),
    AgentTool(
      name: "merge", about: "Merge rows that are the same into one; what points to them then points to it.",
      effect: .changes, command: ["merge"],
      parameters: [
        required(keys), named("keep", "--keep", "The key of the row that stays."), rowCount,
        flag("try", "--dry-run", "Only say what would change."), AgentTool.table,
      ]),
    AgentTool(
      name: "import", about: "Import a file of books: CSV, JSON, Goodreads and others, each row once.",
      effect: .adds, command: ["import"],
      parameters: [
        AgentParameter(name: "path", form: .word, about: "The path of the file.", isRequired: true),
        flag("try", "--dry-run", "Only report what would be done."),
        flag("add_fields", "--add-fields", "Add the fields that the table lacks for this file."),
        flag("fit", "--fit", "Import even if the table has no fields for more than a third of the values."),
        AgentTool.table,
      ]),
    AgentTool(
      name: "start", about: "Note that a book is begun.", effect: .adds, command: ["start"],
      parameters: [key, date]),
    AgentTool(
      name: "progress", about: "Note how far a book is read.", effect: .changes, command: ["progress"],
      parameters: [
        key,
        AgentParameter(
          name: "place", form: .word, about: "120, +30, 45%, done or stopped.", isRequired: true), date,
      ]),
    AgentTool(
      name: "finish", about: "Note that a book is read.", effect: .changes, command: ["finish"],
      parameters: [
        key, date, named("rating", "--rating", "0 to 5 stars, like 4.5."),
        named("review", "--review", "A review."),
      ]),
    AgentTool(
      name: "lend", about: "Note to whom a book is lent, or that it is back.", effect: .adds,
      command: ["lend"],
      parameters: [
        key, AgentParameter(name: "to", form: .word, about: "The person; not for a book that is back."), date,
        named("due", "--due", "When it should be back."), flag("back", "--back", "The book is back."),
      ]),
    AgentTool(
      name: "undo", about: "Undo the latest step of the history, whoever made it.",
      effect: .moves(opposite: "redo"),
      command: ["undo"]),
    AgentTool(
      name: "redo", about: "Redo the step that was undone last.", effect: .moves(opposite: "undo"),
      command: ["redo"]),
  ]
}
