import ArgumentParser
import BookStore
import Browser
import CursesTerminal
import Demo
import Platform
import Screens

/// The demonstration on a library that is made for it.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Show what the store promises, on a scratch library.",
    usage: "booklist demo [--books <n>] [--script [--json]]",
    discussion: """
      Makes a library of books that nobody has written, in a temporary folder that goes away at the end, and goes through \
      what hydration is in a few steps: you press the keys, or the key . does it for you and goes on. All figures are \
      counted by the store, by SQLite and by the system. Your own library is not touched.

      Exit status: that of browsing; with --script 0 when everything is as it is promised, 1 when it is not.
      """)

  @Option(help: ArgumentHelp("How many books the library has, 100 or more.", valueName: "n"))
  var books = 100_000

  @Flag(help: "Go through all steps without a terminal, and print the figures before and after each.")
  var script = false

  @Flag(help: "Print the figures of --script as JSON.")
  var json = false

  /// For the demonstration itself: the process that is killed gets the scratch folder by this.
  @Option(help: .private)
  var victim: String?

  func validate() throws {
    guard books >= 100 else { throw ValidationError("--books takes a number from 100 on.") }
    guard script || !json else { throw ValidationError("--json is for --script.") }
  }

  func run() throws {
    var status: Int32 = 1
    do {
      if !script, victim == nil { try CursesTerminal.check() }
      status = try demonstrate()
    } catch let error as TerminalError {
      StandardError.say(TerminalWording.sentence(error))
      status = 2
    } catch let error as StoreError {
      Interruption.followSignal()
      StandardError.say(StoreWording.sentence(error, in: nil))
    }
    if status != 0 { throw ExitCode(status) }
  }

  /// Makes the library and shows it; the scratch folder is gone when this returns.
  private func demonstrate() throws -> Int32 {
    if let victim {
      try Victim.live(in: ScratchFolder(madeByAnother: victim))
      return 0
    }
    Interruption.listen()
    let folder = try ScratchFolder()
    folder.useAsHome()
    let library = ScratchLibrary(count: books)
    let bar = ProgressBar(DemoWording.makingBooks)
    defer { bar.clear() }
    try library.make(at: folder.library) { bar.show($0) }
    let victim = Environment.executablePath.map(Victim.init)
    guard script else {
      bar.clear()
      Interruption.stopListening()
      return try DemoSession(library: library, folder: folder, victim: victim).run()
    }
    let report = try DemoScript(library, in: folder, victim: victim).run()
    bar.clear()
    show(report)
    return report.holds ? 0 : 1
  }

  private func show(_ report: DemoReport) {
    guard json else { return DemoTable(report).lines.forEach(StandardOutput.say) }
    print(report.json)
  }
}
