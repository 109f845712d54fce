import BookStore
import Platform
import Records
import Screens
import Syncing

/// The wording about syncs.
public enum SyncWording {
  /// The result of a sync, worded like an import: `12 arrived · 3 sent · 1 conflict to settle`.
  package static func line(_ report: SyncReport, isTrial: Bool = false) -> String {
    var parts: [String] = []
    if report.arrivedCount > 0 {
      parts.append("\(Wording.number(report.arrivedCount)) \(isTrial ? "to arrive" : "arrived")")
    }
    if report.sentCount > 0 {
      parts.append("\(Wording.number(report.sentCount)) \(isTrial ? "to send" : "sent")")
    }
    if parts.isEmpty { parts.append("nothing new") }
    if report.questionCount > 0 { parts.append(conflicts(report.questionCount)) }
    return parts.joined(separator: " · ")
  }

  package static func sentence(_ report: SyncReport) -> String {
    let line = line(report)
    return line.prefix(1).uppercased() + line.dropFirst() + "."
  }

  /// `1 conflict to settle`.
  public static func conflicts(_ count: Int) -> String {
    count == 1 ? "1 conflict to settle" : "\(Wording.number(count)) conflicts to settle"
  }

  package static func notes(_ report: SyncReport) -> [String] {
    var notes = beginning(report).map { [$0] } ?? []
    if report.movedCount > 0 {
      notes.append(
        report.movedCount == 1
          ? "A row got another key, because another machine had given its key to another row."
          : "\(Wording.number(report.movedCount)) rows got other keys, because another machine had given their keys to other rows."
      )
    }
    for name in report.unreadable {
      notes.append("\(name) cannot be read. It was left out, and the rest was taken.")
    }
    for part in report.leftOut {
      notes.append("“\(part.name)” was left out. \(sentence(part.reason, in: ""))")
    }
    for name in report.foreign {
      notes.append("“\(name)” has begun another library at the same place, which was left out.")
    }
    notes += report.lacking.map(lacking)
    for name in report.keyless {
      notes.append(
        "“\(name)” stays at home: it declares no primary key, so its rows cannot be told apart on two machines."
      )
    }
    for (name, count) in report.unnamed.sorted(by: { $0.key < $1.key }) {
      notes.append("\(Wording.number(count)) rows of “\(name)” stay at home: their keys are NULL.")
    }
    return notes
  }

  private static func beginning(_ report: SyncReport) -> String? {
    switch report.beginning {
    case .none: nil
    case .founded: "This is the first machine. Sync the others with the same place, and they join."
    case .joined: "This machine has joined with the library that it had."
    case .created: "The library was made here as it is on the other machines."
    case .renamed:
      "Another copy of this library goes on under this machine's name, so this machine is called “\(report.label)” now."
    }
  }

  private static func lacking(_ table: SyncReport.LackingTable) -> String {
    if table.columns.isEmpty {
      return "Another machine has a table “\(table.name)”. It is not in this library, and is only passed on."
    }
    let names = table.columns.map { "“\($0)”" }.joined(separator: ", ")
    return
      "“\(table.name)” has \(names) on another machine. What is in there is only passed on. To have it here, add the same."
  }

  /// The name of the work while a sync runs.
  public static let syncing = "Syncing"
  package static let howToSettle = "C shows them."
  package static let settled = "Settled. The next sync tells the others."
  package static func left(_ count: Int) -> String { "Settled. \(conflicts(count))." }
  package static let oneByOne = Message("Other machines take each choice, too: choose one by one.")
  package static let howToName = "Type :sync and where the files are carried, such as :sync ~/Sync/books"
  package static let noLog = "A sync needs the edit log, which this library is opened without."

  // MARK: Questions

  package static func line(_ question: SyncQuestion) -> String {
    let title = "“\(title(question))” (\(question.table))"
    let names = question.theirs.map(machine).joined(separator: ", ")
    switch question.kind {
    case .field(let column):
      let theirs = question.theirs.map { "\(text($0.value)) (\(machine($0)))" }
      let original = question.original.map { " · original: \(text($0))" } ?? ""
      return
        "\(title), \(column) · mine: \(text(question.mine)) · theirs: \(theirs.joined(separator: ", "))\(original)"
    case .deletedHere: return "\(title) was deleted here, and changed or pointed to there (\(names))."
    case .deletedThere: return "\(title) was deleted there (\(names)), and changed or pointed to here."
    case .unique(let columns):
      let other = question.theirs.first.map { " “\(Wording.shortened(text($0.value), to: 40))”" } ?? ""
      return
        "\(title) has the same \(columns.joined(separator: ", ")) as\(other), which each row may have only once."
    case .refused(let reason): return "\(title) cannot be taken as it is there: \(sentence(reason))"
    }
  }

  package static func title(_ question: SyncQuestion) -> String {
    Wording.shortened(text(question.title), to: 40)
  }

  private static func sentence(_ reason: SyncQuestion.Reason) -> String {
    switch reason {
    case .library(let words): words
    case .kind(let column): "\(column) takes only values of another kind."
    case .required(let column): "\(column) needs a value."
    case .incomplete: "it has no key."
    }
  }

  private static func machine(_ their: SyncQuestion.Their) -> String {
    their.machine.isEmpty ? "before" : their.machine
  }

  package static func answers(_ question: SyncQuestion) -> [(choice: SyncChoice, text: String)] {
    switch question.kind {
    case .field:
      [(.mine, "Mine")]
        + question.theirs.enumerated().map { place, their in
          (.other(place), question.theirs.count == 1 ? "Theirs" : machine(their))
        }
        + (question.original == nil ? [] : [(.original, "Original")])
    case .deletedHere: [(.theirs, "Bring it back"), (.mine, "Delete it everywhere")]
    case .deletedThere: [(.mine, "Keep it"), (.theirs, "Delete it everywhere")]
    case .unique: [(.theirs, "Both are the same"), (.mine, "Keep it without the value")]
    case .refused: [(.mine, "Keep what is here")]
    }
  }

  package static func choices(_ question: SyncQuestion) -> String {
    switch question.kind {
    case .field:
      answers(question).map { choice, _ in
        guard case .other(let place) = choice, question.theirs.count > 1 else { return choice.text }
        return "\(choice.text) (\(machine(question.theirs[place])))"
      }.joined(separator: ", ")
    case .deletedHere: "mine deletes it everywhere, theirs brings it back"
    case .deletedThere: "mine keeps it everywhere, theirs deletes it"
    case .unique: "theirs says that both are the same, mine gives the value to the other one"
    case .refused: "mine has the others take what is here; or change what stands in its way, and sync again"
    }
  }

  package static func text(_ value: Value) -> String {
    switch value {
    case .null: "–"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): Wording.shortened(text.string, to: 60)
    case .blob(let bytes): "\(Wording.number(bytes.count)) bytes"
    }
  }

  private static func day(_ seconds: Int64) -> String {
    CalendarDate(secondsSince1970: seconds).map { "\($0)" } ?? "an earlier day"
  }

  // MARK: Errors

  package static func sentence(_ error: SyncError, in library: String) -> String {
    switch error {
    case .store(let error): StoreWording.sentence(error, in: library)
    case .file(let path, let error):
      "\(path): \(error.reason). What was done stays; sync again when that is mended."
    case .damaged(let path): "\(path) is damaged, or not completely there yet. Sync again later."
    case .later(let path): "\(path) was made by a newer booklist. Update this one."
    case .unreachable(let place, let detail):
      "\(place) cannot be reached: \(detail). What is new here is kept and sent by the next sync."
    case .noFolder(let place):
      "There is no folder \(place). Put the stick in, connect the share, or make the folder."
    case .noPlace: "Name where the machines meet, as in: booklist sync ~/Sync/books"
    case .otherLibrary(let place): "At \(place) is another library. Name another place."
    case .noTables: "No table of this library declares a primary key, so nothing can be synced."
    case .nothingThere(let place):
      "There is no library at \(place), and the place has none yet. Sync a machine that has one first."
    case .noLibrary:
      "There is no library at \(library). Without --dry-run it would be made as it is elsewhere."
    case .noSSH: "There is no program ssh. Install it (on Debian: openssh-client), or name another place."
    case .noGit: "There is no program git. Install it (on Debian: git), and sync again."
    case .oldGit(let version): "This git is version \(version); a sync needs 2.30 or later."
    case .diskFull(let place): "The disk is full, here or at \(place). Make room, and sync again."
    case .tooLarge(let name): "\(name) is larger than anything that a sync takes."
    case .otherHash(let place):
      "\(place) is a repository with SHA-256 names. Make it with: git init --bare --object-format=sha1"
    case .passwordAsked(let place):
      "\(place) asks for a password. Set up a key (ssh-copy-id, ssh-add) or git’s credential helper, and sync again."
    case .unknownHost(let place):
      "The host of \(place) is not known here. Connect to it once with ssh, and confirm its key."
    case .noPermission(let place, let detail): "\(place) does not let you in or write: \(detail)"
    case .noRepository(let place):
      "There is no git repository at \(place). Make one there with: git init --bare"
    case .rejected(let place, let detail): "\(place) does not take what is sent: \(detail)"
    case .otherHead(let place):
      "\(place) has a later state of this machine than this one: it was cloned or restored. Sync again."
    case .damagedRepository(let place, let detail): "The repository \(place) is damaged: \(detail)"
    case .unsafeSetting(let place, let setting):
      "The configuration of \(place) has \(setting), which could run programs. Remove it there, or name another place."
    case .waits(let path): "\(path) follows files that have not arrived yet. Sync again later."
    case .replaced(let table):
      "Most rows of “\(table)” are others than before, or gone, and nobody has changed them here: perhaps another program has renumbered them, or the file was replaced. If that is meant: booklist sync --anyway"
    case .restored(let seconds):
      "The library is as it was on \(day(seconds)), as if a backup was restored. To bring it forward: booklist sync --restored. To undo on all machines what has changed since: booklist sync --anyway"
    case .nameTaken(let name, let free):
      "Another machine is called “\(name)”. Choose another name, such as: booklist sync --as \(free)"
    case .running: "Another sync of this library is running."
    case .libraryChanges: "Another program keeps writing to the library. Sync again when it is done."
    case .readOnly: "The library cannot be written. Change the permissions and sync again."
    case .noQuestion(let number):
      "There is no conflict \(number) to settle any more. See: booklist sync --status"
    case .cancelled: "The sync was ended. What was done stays, and the next one goes on with it."
    }
  }
}
