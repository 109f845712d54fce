import ArgumentParser

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
