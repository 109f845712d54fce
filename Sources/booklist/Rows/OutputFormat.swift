import ArgumentParser
import Formats
import Records
import Screens

enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case table, csv, tsv, json, ndjson, markdown, html

  /// The file format with the same name; nil for a table, which is for people.
  var format: Format? { Format(rawValue: rawValue) }
}

struct OutputOptions: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "The format: \(OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "name"))
  var named = OutputFormat.table

  @Flag(help: "The same as --format json.")
  var json = false

  @Flag(help: "The same as --format ndjson: one object on each line.")
  var ndjson = false

  @Flag(help: "The same as --format csv.")
  var csv = false

  @Flag(help: "The same as --format tsv.")
  var tsv = false

  var format: OutputFormat { json ? .json : ndjson ? .ndjson : csv ? .csv : tsv ? .tsv : named }
}

enum Reader: String, CaseIterable, ExpressibleByArgument {
  case people, programs

  /// How values are written for the reader; nil to write every value exactly.
  static func display(_ reader: Reader?, in format: Format) -> (@Sendable (Value, Field) -> String)? {
    guard (reader ?? (format.isForPeople ? .people : .programs)) == .people else { return nil }
    return { FieldWording.displayed($0, in: $1) }
  }
}

struct ReaderOptions: ParsableArguments {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "In CSV, TSV, Markdown and HTML: people (dates, stars and titles as the screens show them; by default in Markdown and HTML), or programs (every value exactly).",
      valueName: "reader"))
  var reader: Reader?
}
