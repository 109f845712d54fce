import ArgumentParser
import BookStore
import Formats
import Records
import Transfers

/// Prints the values of a field with their counts.
struct ValuesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "values", abstract: "Print the values of a field, with the number of rows that hold each.",
    usage: "booklist values <field> [<query>] [--limit <n>] [--format <name>]",
    discussion: """
      The most frequent values come first. The query is in the finder's language; without one, all rows count.

      Exit status: as for booklist list.
      """)

  @Argument(help: "The field.")
  var field: String

  @Argument(help: "What the rows must match, as in the finder.")
  var query: String?

  @OptionGroup var library: FileOptions
  @OptionGroup var output: OutputOptions

  @Option(help: ArgumentHelp("Print at most this many values.", valueName: "n"))
  var limit: Int?

  func run() throws {
    try CommandRun(library: library).read { store in
      let arguments = RowArguments(store: store)
      let rows = try arguments.query(query, limit: limit)
      let field = try arguments.listField(field)
      // People read the title of the row that a number refers to.
      let isForPeople = [.table, .markdown].contains(output.format)
      let shown = try isForPeople ? store.completeSchema().titleOfReference(field) : field
      try print(RowSelection(of: store, rows), shown)
    }
  }

  private func print(_ rows: RowSelection, _ index: Int) throws(StoreError) {
    let (field, columns) = (rows.schema.field(at: index), ["count", "value"])
    var stream = OutputStream()
    var table = TextTable(columns, areNumbers: [true, false])
    var writer = output.format.format.map { FormatWriter($0, columns: columns) }
    try stream.write(writer?.start() ?? [])
    try rows.values(of: index) { value, count throws(StoreError) in
      if writer != nil {
        let values = [Value.integer(Int64(count)), value]
        try stream.write(writer?.row(FormatRow(line: 0, columns: columns, values: values)) ?? [])
      } else {
        try stream.write(table.lines(of: ["\(count)", RowTable.text(of: value, in: field)]).utf8)
      }
    }
    try stream.write(writer?.end() ?? Array(table.rest().utf8))
    try stream.flush()
  }
}
