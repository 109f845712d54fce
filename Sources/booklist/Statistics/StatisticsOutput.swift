import ArgumentParser
import BookStore
import Formats
import PlainTerminal
import Platform
import Queries
import Screens

struct StatisticsOutput: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format: \(OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "name"))
  var format: OutputFormat?

  @Flag(help: "Print one JSON object.")
  var json = false

  @Flag(
    help: "Print a line for each bar: the chart, the label, the value, the words, and a query for its rows.")
  var csv = false

  @Flag(help: "Write an HTML page.")
  var html = false

  @Flag(help: "Print a sentence for each chart, without drawings.")
  var plain = false

  @OptionGroup var file: FileOutputOptions

  private enum Form {
    case drawing, plain, json, html
    /// A row for each bar.
    case rows(Format)
  }

  private var form: Form? {
    if json { return .json }
    if csv { return .rows(.csv) }
    if html { return .html }
    if plain { return .plain }
    if let format { return Self.form(of: format) }
    return switch file.ending {
    case nil, "txt": .drawing
    case "json": .json
    case "csv": .rows(.csv)
    case "html", "htm": .html
    default: nil
    }
  }

  private static func form(of format: OutputFormat) -> Form {
    switch format {
    case .json: .json
    case .html: .html
    default: format.format.map { .rows($0) } ?? .drawing
    }
  }

  func validate() throws {
    try require(
      [json, csv, html, plain, format != nil].filter(\.self).count <= 1,
      "Only one of --format, --json, --csv, --html and --plain is possible.")
    if form == nil, let path = file.path {
      throw ValidationError(
        "Nothing was written: the ending of \(path) names no form of statistics. "
          + "Use one of .txt .html .json .csv, or one of --plain, --html, --json and --csv.")
    }
  }

  func write(
    _ page: StatisticsPage, _ result: StatisticsResult, of schema: Schema, goal: ReadingGoal?
  ) throws(StoreError) {
    let bytes = text(page, result, schema, goal)
    guard let path = file.path else { return try OutputStream.writeAll(bytes) }
    let output = try OutputFile(Text(path), replaces: file.force)
    try output.write(bytes, isCancelled: CommandWorld.current.isStopped)
    try output.finish()
  }

  private func text(
    _ page: StatisticsPage, _ result: StatisticsResult, _ schema: Schema, _ goal: ReadingGoal?
  ) -> [UInt8] {
    switch form {
    case .json:
      let json = StatisticsJSON(
        schema: schema, query: page.query, goal: page.query.isEmpty ? goal : nil, today: .today ?? .earliest)
      return Array((json.value(result).text + "\n").utf8)
    case .rows(let format): return Self.rows(page, schema, format)
    case .html: return Array(StatisticsHTML(page).text.utf8)
    case .plain: return Self.bytes(StatisticsText(page).sentences)
    case .drawing, nil:
      return Self.bytes(
        StatisticsText(page).drawing(width: Self.width, isUnicode: PlainTerminal.hasUnicodeLocale))
    }
  }

  private static func bytes(_ lines: [String]) -> [UInt8] {
    Array(lines.map { TextTable.safe($0) + "\n" }.joined().utf8)
  }

  private static let width = 78

  private static func rows(_ page: StatisticsPage, _ schema: Schema, _ format: Format) -> [UInt8] {
    let finder = Query(page.query, in: schema)
    let columns = ["chart", "label", "value", "text", "query"]
    var writer = FormatWriter(format, columns: columns)
    var bytes = writer.start()
    for chart in page.charts {
      for bar in chart.bars {
        let value: Value =
          bar.figure.map { figure in Int64(exactly: figure).map { .integer($0) } ?? .real(figure) } ?? .null
        let values: [Value] = [
          .text(Text(chart.title)), .text(Text(bar.label)), value, .text(Text(bar.text)),
          bar.query.map { .text(Text(finder.adding($0))) } ?? .null,
        ]
        bytes += writer.row(FormatRow(line: 0, columns: columns, values: values))
      }
    }
    return bytes + writer.end()
  }
}
