import ArgumentParser

struct TakeHomeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record the tour as an asciicast, with a marker at each step.", valueName: "path"), completion: .file())
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Write the tour as one page of HTML: screens, statements, memory, and the claims of --script.",
      valueName: "path"), completion: .file())
  var html: String?

  @Flag(help: "Replace the files that --record and --html name.")
  var force = false

  var isWanted: Bool { record != nil || html != nil }

  func validate() throws {
    if record == "-" || html == "-" {
      throw ValidationError("--record and --html take a path: the tour is on standard output.")
    }
    if let record, record == html { throw ValidationError("--record and --html take two files.") }
  }
}
