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
    let figures = report.figures
    if figures.arrivedCount > 0 {
      parts.append("\(Wording.number(figures.arrivedCount)) \(isTrial ? "to arrive" : "arrived")")
    }
    if figures.sentCount > 0 {
      parts.append("\(Wording.number(figures.sentCount)) \(isTrial ? "to send" : "sent")")
    }
    if figures.sentCount == 0, figures.carriedCount > 0, report.beginning == .none {
      parts.append(
        figures.carriedCount == 1 ? "1 file sent" : "\(Wording.number(figures.carriedCount)) files sent")
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
    if report.figures.movedCount > 0 {
      notes.append(
        report.figures.movedCount == 1
          ? "A row got another key, because another machine had given its key to another row."
          : "\(Wording.number(report.figures.movedCount)) rows got other keys, because another machine had given their keys to other rows."
      )
    }
    for name in report.unreadable {
      notes.append("\(name) is damaged, or not completely there yet. The next sync tries it again.")
    }
    for name in report.later {
      notes.append("\(name) was made by a newer booklist. Update this one to take it.")
    }
    for name in report.broken {
      notes.append(
        "\(name) does not follow the file before it: its machine was restored from a backup. Sync that machine again."
      )
    }
    if let name = report.foreign.first {
      notes.append(
        "\(name) is of another library, which a machine has begun at the same place. To have that machine join this library, remove its .sync folder and sync it again."
      )
    }
    if report.waitingCount > 0 {
      notes.append("\(files(report.waitingCount)) for files of other machines that are not there yet.")
    }
    notes += report.heldTables.map(held)
    for name in report.keyless {
      notes.append(
        "“\(name)” stays at home: it declares no primary key, so its rows cannot be told apart on two machines."
      )
    }
    for (name, count) in report.unnamed.sorted(by: { $0.key < $1.key }) {
      notes.append("\(Wording.number(count)) rows of “\(name)” stay at home: their keys are NULL.")
    }
    if report.hasNamesake {
      notes.append(
        "Another machine is called “\(report.label)”, too. Give this one another name: booklist sync --as NAME"
      )
    }
    return notes
  }

  private static func files(_ count: Int) -> String {
    count == 1 ? "1 file waits" : "\(Wording.number(count)) files wait"
  }

  private static func beginning(_ report: SyncReport) -> String? {
    switch report.beginning {
    case .none: nil
    case .founded: "This is the first machine. Sync the others with the same place, and they join."
    case .joined: "This machine has joined with the library that it had."
    case .created: "The library was made here as it is on the other machines."
    case .rejoined:
      "The library is not the file that was synced before: it was restored, replaced or copied. It has joined as a new machine, and what differs is to be settled."
    }
  }

  private static func held(_ table: SyncReport.HeldTable) -> String {
    if table.missing.isEmpty {
      return
        "“\(table.name)” waits: another machine has this table, and this library does not have it in that form."
    }
    let names = table.missing.map { "“\($0)”" }.joined(separator: ", ")
    return "“\(table.name)” waits: another machine has added \(names). Add the same here, and sync again."
  }

  /// The name of the work while a sync runs.
  public static let syncing = "Syncing"
  package static let howToSettle = "Type :conflicts to settle it."
  package static let settled = "Settled. The next sync tells the others."
  package static let nothingToSettle = "There is no conflict to settle."
  package static let howToName = "Type :sync and where the files are carried, such as :sync ~/Sync/books"
  package static let noLog = "A sync needs the edit log, which this library is opened without."

  // MARK: Questions

  /// A conflict in one line: what it is about, and what each machine has.
  package static func line(_ question: SyncQuestion) -> String {
    let title = "“\(Wording.shortened(text(question.title), to: 40))” (\(question.table))"
    let names = question.theirs.map(machine).joined(separator: ", ")
    switch question.kind {
    case .field(let column):
      let theirs = question.theirs.map { "\(text($0.value)) (\(machine($0)))" }
      let original = question.original.map { " · original: \(text($0))" } ?? ""
      return
        "\(title), \(column) · mine: \(text(question.mine)) · theirs: \(theirs.joined(separator: ", "))\(original)"
    case .deletedHere: return "\(title) was deleted here, and changed or pointed to there (\(names))."
    case .deletedThere: return "\(title) was deleted there (\(names)), and changed or pointed to here."
    case .refused(let reason): return "\(title) cannot be taken as it is there: \(reason)"
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
    case .refused: "mine has the others take what is here; or change what stands in its way, and sync again"
    }
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .null: "–"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): Wording.shortened(text.string, to: 60)
    case .blob(let bytes): "\(Wording.number(bytes.count)) bytes"
    }
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
    case .noSSH: "There is no program ssh. Install it (on Debian: openssh-client), or name a folder."
    case .noPlace: "Name where the files are carried, as in: booklist sync ~/Sync/books"
    case .noTables: "No table of this library declares a primary key, so nothing can be synced."
    case .nothingThere(let place):
      "There is no library at \(place), and the place has none yet. Sync a machine that has one first."
    case .replaced:
      "The library is not the file that was synced before. Without --dry-run it would join as a new machine."
    case .noLibrary:
      "There is no library at \(library). Without --dry-run it would be made as it is elsewhere."
    case .tablesDiffer(let names):
      "These tables are not declared here as they are there: \(names.joined(separator: ", ")). Make their columns the same, or begin with a copy of that library."
    case .running: "Another sync of this library is running."
    case .libraryChanges: "Another program keeps writing to the library. Sync again when it is done."
    case .readOnly: "The library cannot be written. Change the permissions and sync again."
    case .noQuestion(let number):
      "There is no conflict \(number) to settle any more. See: booklist sync --status"
    case .targetGone: "What it points to is gone for good. Choose another value."
    case .cancelled: "The sync was ended. What was done stays, and the next one goes on with it."
    }
  }
}
