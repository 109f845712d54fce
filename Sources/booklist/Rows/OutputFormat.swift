import ArgumentParser
import Formats

/// A format in which the commands print rows.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case table, csv, tsv, json, ndjson, markdown

  /// The file format with the same name; nil for a table, which is for people.
  var format: Format? { Format(rawValue: rawValue) }
}

/// The options that choose the format.
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

  /// The chosen format.
  var format: OutputFormat { json ? .json : ndjson ? .ndjson : csv ? .csv : tsv ? .tsv : named }
}
