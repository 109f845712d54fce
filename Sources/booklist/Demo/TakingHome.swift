import ArgumentParser
import BookStore
import Cells
import CursesTerminal
import Demo
import Platform
import Recording

/// The files kept from a tour: a recording, written while the tour runs, and a page, written afterwards.
final class TakingHome {
  private let cast: CastFile?
  private let page: OutputFile?
  private var log: TourLog?

  /// - Parameter own: The person's own library and its edit log, which must not be replaced.
  init(_ options: TakeHomeOptions, sparing own: OpenFiles) throws(StoreError) {
    func output(_ path: String) throws(StoreError) -> OutputFile {
      try own.check(Text(path))
      return try OutputFile(Text(path), replaces: options.force)
    }
    page = try options.html.map(output)
    cast = try options.record.map { path throws(StoreError) in try CastFile(output(path)) }
  }

  /// Whether a page is wanted, which includes measured claims.
  var hasPage: Bool { page != nil }

  /// A tour over a terminal that is recorded; `configure` receives the recorder.
  func tour(
    over terminal: any Terminal, _ makeTour: (any Terminal) -> TourTerminal,
    configure: (RecordingTerminal) -> Void = { _ in }
  ) -> TourTerminal {
    let recorder = RecordingTerminal(
      over: terminal, styles: Theme.auto.textStyles(),
      to: cast.map { RecordingTerminal.Sink($0, title: "booklist demo") })
    configure(recorder)
    let (tour, log) = (makeTour(recorder), TourLog(on: recorder))
    tour.observer = { log.note($0) }
    self.log = log
    return tour
  }

  /// Writes the page, and reports why the recording is incomplete, if it is.
  func finish(_ library: ScratchLibrary, _ report: DemoReport?) throws(StoreError) {
    if let problem = cast?.problem { StandardError.say(problem) }
    guard let page, let log, let report else { return }
    log.finish()
    let html = DemoPage(
      log, report, library, light: Theme.light.textStyles(), dark: Theme.dark.textStyles()
    ).html
    try page.write(html.utf8, isCancelled: CommandWorld.current.isStopped)
    try page.finish()
  }

  func discard() { page?.discard() }
}

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
