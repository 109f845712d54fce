import ArgumentParser
import BookStore
import Browser
import Platform
import Screens
import Syncing

struct SyncCommand: DescribedCommand {
  static let effect = CommandEffect.elsewhere

  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Keep one library on several machines.",
    usage: """
      booklist sync [<where>] [--file <path>] [--as <name>] [--dry-run] [--restored | --anyway]
      booklist sync --status [--file <path>]
      booklist sync --settle <number>=mine|theirs|original … [--file <path>]
      """,
    discussion: """
      git carries what has changed here to the place, and brings what other machines have put there. The place is a repository \
      (ssh://host/folder.git, https://host/name.git, or a path that ends in .git, which is made if it is missing), or a plain \
      folder, on a stick, on a share, or one that Syncthing carries. It is remembered. Machines need not be on at the same time.

      If two machines have changed different fields of a row, both stay. If they have changed the same field, or one has \
      deleted what the other has changed, each keeps its own until somebody settles it: --status lists these with their \
      numbers, --settle settles them; theirs2 is what a third machine has.

      What arrives is one step: booklist undo takes it back. A library that does not exist is made as it is elsewhere. \
      See docs/beyond-one-machine.md.

      Exit status: 0 if the sync is done, also if something is to be settled; 1 if it was not; 66 if the place is not there; \
      75 if another program has locked the library.
      """)

  @Argument(
    help: ArgumentHelp(
      "A repository or a folder. The default is the place of the last sync.", valueName: "where"),
    completion: .directory)
  var place: String?

  @OptionGroup var library: FileOptions
  @OptionGroup var output: OutputOptions

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("What this machine is called. The default is the host's name.", valueName: "name"))
  var label: String?

  @Flag(help: "Say what would be done, and change nothing.")
  var dryRun = false

  @Flag(help: "Bring a library that was restored from a backup forward to what the other machines have.")
  var restored = false

  @Flag(
    help:
      "Send what has changed although most rows are others than before, or the library is as it was long ago."
  )
  var anyway = false

  @Flag(help: "Print the machines, and what is to be settled; --format says how.")
  var status = false

  @Option(
    help: ArgumentHelp(
      "Settle a conflict by its number; may be given several times.", valueName: "number=choice"))
  var settle: [Settlement] = []

  func validate() throws {
    if status || !settle.isEmpty, place != nil || label != nil || dryRun || anyway || restored {
      throw ValidationError(
        "--status and --settle go with no place, --as, --dry-run, --restored or --anyway.")
    }
    if !status, output.format != .table { throw ValidationError("--format is for --status.") }
    if let label, label.isEmpty || label.utf8.count > 100 || label.utf8.contains(where: { $0 < 32 }) {
      throw ValidationError("--as takes a name of up to 100 bytes on one line.")
    }
    if place == "" { throw ValidationError("Name a repository, such as ssh://host/folder.git, or a folder.") }
  }

  func run() throws {
    Interruption.listen()
    Interruption.ignoreClosedPipes()
    do throws(SyncError) {
      if !settle.isEmpty { return try settleAll() }
      if status { return try printStatus() }
      try sync()
    } catch {
      Interruption.followSignal()
      StandardError.say(SyncWording.sentence(error, in: library.path))
      throw Self.status(of: error)
    }
  }

  private var options: SyncOptions {
    var options = SyncOptions(
      library: library.path, stateFolder: Library.stateFolder, store: library.storeOptions)
    options.place = place.map(SyncOptions.absolute)
    (options.label, options.isDry, options.sendsAnyway) = (label, dryRun, anyway)
    options.isRestored = restored
    options.isUnwanted = CommandWorld.current.isStopped
    return options
  }

  private func sync() throws(SyncError) {
    let bar = ProgressBar("Syncing")
    bar.show()
    defer { bar.clear() }
    var options = options
    options.progress = { bar.show($0) }
    let report = try SyncSession.run(options)
    bar.clear()
    for note in SyncWording.notes(report) { StandardError.say(note) }
    StandardOutput.say(SyncWording.line(report, isTrial: dryRun))
    if report.questionCount > 0 { StandardError.say("To see them: booklist sync --status") }
  }

  private func printStatus() throws(SyncError) {
    let machines = try SyncSession.machines(options)
    let place = try SyncSession.rememberedPlace(options)
    let questions = try SyncSession.questions(options)
    if output.format != .table {
      do throws(StoreError) { return try printRows(machines, place, questions) } catch { throw .store(error) }
    }
    for (number, machine) in machines.enumerated() {
      StandardOutput.say(number == 0 ? "\(machine) · this machine" : machine)
    }
    if let place { StandardOutput.say("by \(place)") }
    for question in questions {
      StandardOutput.say("\(question.number). \(SyncWording.line(question))")
      StandardOutput.say("   \(SyncWording.choices(question))")
    }
  }

  private func printRows(
    _ machines: [String], _ place: String?, _ questions: [SyncQuestion]
  ) throws(StoreError) {
    var rows = RowOutput(output.format, ["kind", "number", "what", "choices"])
    func add(_ kind: Text, _ number: Value, _ what: String, _ choices: Value = .null) throws(StoreError) {
      try rows.add([.text(kind), number, .text(Text(what)), choices], [])
    }
    for machine in machines {
      try add(machine == machines.first ? "this machine" : "machine", .null, machine)
    }
    if let place { try add("place", .null, place) }
    for question in questions {
      let choices = Text(SyncWording.choices(question))
      try add("conflict", .integer(Int64(question.number)), SyncWording.line(question), .text(choices))
    }
    try rows.finish()
  }

  private func settleAll() throws(SyncError) {
    let questions = try SyncSession.questions(options)
    for settlement in settle {
      guard let question = questions.first(where: { $0.number == settlement.number }) else {
        throw .noQuestion(settlement.number)
      }
      try SyncSession.settle(question, by: settlement.choice, options)
    }
    let rest = try SyncSession.questions(options).count
    StandardOutput.say(rest == 0 ? SyncWording.settled : SyncWording.left(rest))
  }

  private static func status(of error: SyncError) -> ExitCode {
    switch error {
    case .store(let error): CommandStatus.status(of: error)
    case .noFolder, .nothingThere, .noLibrary: CommandStatus.noInput
    case .noPlace, .noQuestion: .validationFailure
    case .damaged, .later: CommandStatus.unreadableInput
    default: CommandStatus.nothingDone
    }
  }

  struct Settlement: ExpressibleByArgument {
    let number: Int
    let choice: SyncChoice

    init?(argument: String) {
      let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Int(parts[0]), let choice = SyncChoice(String(parts[1]))
      else {
        return nil
      }
      (self.number, self.choice) = (number, choice)
    }
  }
}
