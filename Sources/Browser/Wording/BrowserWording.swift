import BookStore
import Cells
import MemoryPressure
import Platform
import Records
import Screens

enum BrowserWording {
  static func filterRestored(_ words: String) -> Message {
    Message("Filtered by “\(Wording.shortened(words, to: 24))”, as when you left. Esc shows all.")
  }

  static func viewsNotKept(_ error: SystemError) -> Message {
    let reason = String(cString: strerror(error.number))
    return .problem("The view cannot be remembered: \(error.path ?? "the file"): \(reason).")
  }

  static func noValues(of field: Field) -> Message {
    .problem("The values of \(field.label) are files, so they are not counted.")
  }

  static func renamed(_ old: String, _ new: String) -> Message {
    Message(
      "Renamed “\(Wording.shortened(old, to: 40))” to “\(Wording.shortened(new, to: 40))”. u undoes it.")
  }

  static func cannotRename(_ new: String) -> Message {
    .problem(
      "“\(Wording.shortened(new, to: 40))” is there already. To merge the two, press Enter to list the rows, mark them, and add it with =."
    )
  }

  static let noListForValues = Message.problem(
    "Open the list of this table first: its values are counted there.")

  static let statisticsAreOpen = Message("The statistics are open below: Esc goes back to them.")
  static let (changingByRule, tryingRule) = ("Changing", "Looking at the rows")

  static func rowsChangedSince(isShownAgain: Bool) -> Message {
    .problem(
      "Another program has changed some of these rows, so nothing was done."
        + (isShownAgain ? " This is what the rule does now." : ""))
  }

  static func changedByRule(_ report: RuleReport, _ schema: Schema) -> Message {
    let refusals = refusals(report.refused, report.refusedCount, schema)
    return Message("Changed \(Wording.count(report.changedCount, schema)).\(refusals)")
  }

  static func refusals(_ refused: [RuleOutcome], _ count: Int, _ schema: Schema) -> String {
    guard case .refused(let reason) = refused.first?.result else { return "" }
    return " \(Wording.number(count)) could not be changed: \(refusal(reason, schema))"
  }

  static let removedByTrigger = "A trigger deletes it."

  static func refusal(_ refusal: RuleOutcome.Refusal, _ schema: Schema) -> String {
    switch refusal {
    case .rule(let refusal, let field): RuleWording.sentence(refusal, schema.field(at: field))
    case .store(let error): StoreWording.sentence(error, in: schema)
    }
  }

  static let duplicatesAreOpen = Message("The duplicates are open below: Esc goes back to them.")
  static let findingDuplicates = "Finding duplicates"
  static let markToMerge = Message("Mark the rows first, with Space: two or more become one.")

  static func tooManyToCompare(_ limit: Int) -> Message {
    .problem("At most \(limit) rows can be compared. Mark fewer, or merge the alike ones with A.")
  }

  static let canUndo = "u brings back the others."

  static let changedBeforeMerge = Message.problem(
    "Nothing was merged: another program has changed one of the rows. Look at them again.")

  static let calledDifferent = Message("Noted as different, until one of them changes. u takes it back.")
  static let notCalledDifferent = Message("No longer noted as different.")
  static let noneAlike = Message("In each group something differs. Enter compares the rows of one.")

  static func merged(_ done: String, leftCount: Int) -> Message {
    if leftCount == 0 { return Message("\(done) \(canUndo)") }
    let groups = leftCount == 1 ? "1 group was" : "\(Wording.number(leftCount)) groups were"
    return .problem(
      "\(done) \(groups) left as they are, because a row has changed or the database refused it.")
  }

  static let countingStatistics = "Counting"

  static func countingValues(of field: Field) -> String { "Counting the values of \(field.label)" }

  static let keysSwallowed = Message.problem(
    "The rest of what was typed was ignored: these are keys here, not a text.")

  static let keysHeld = Message("This key waits for the rows; Esc drops it.")
  static let notFindable = Message.problem("You cannot search for bytes that are not text.")

  static func carriedViews(_ count: Int) -> Message {
    Message(
      count == 1
        ? "This library brought a view along; V lists the saved ones."
        : "This library brought \(count) views along; V lists the saved ones.")
  }

  static func isOpenAlready(_ path: String) -> Message {
    Message("\(Text(path).lastPathPart.string) is open already.")
  }

  static let noRecentFiles = Message("No other file was opened before. Type open and its path.")
  static let readingSchema = "Reading the schema"
  static let sourceIsGone = Message.problem("The record behind this row no longer exists.")
  static let runningStatement = "Running the statement"

  static func ran(_ result: StatementResult) -> Message {
    let rows = result.rowCount == 1 ? "1 row" : "\(Wording.number(result.rowCount)) rows"
    guard let record = result.record else { return Message("\(rows).") }
    return Message(
      "\(rows) in \(Wording.number((record.nanoseconds + 999_999) / 1_000_000)) ms. V keeps the statement as a view."
    )
  }

  static let noViewFile = Message.problem("There is no file to save views in.")

  static func savedView(_ name: String, isNew: Bool) -> Message {
    Message(isNew ? "Saved the view “\(name)”." : "Replaced the view “\(name)”.")
  }

  static func shownView(_ name: String) -> Message { Message("View “\(name)”.") }

  static func noView(_ name: String) -> Message {
    .problem("There is no view “\(Wording.shortened(name, to: 40))” here. V lists the views.")
  }

  static func removedView(_ name: String) -> Message { Message("Removed the view “\(name)”.") }

  static func keysLeftOut(_ problem: KeyProblem) -> Message {
    .problem("Your key settings are ignored: \(problem.text). booklist config --check shows where.")
  }

  static func noTextToCopy(_ field: Field) -> Message {
    .problem("\(field.label) holds a file: w writes it out.")
  }

  // MARK: - What is going on, and what was done

  static let waitingForLock = "Waiting for another program"
  static let takesLong = "Still reading"
  static let writingBack = "Writing back"

  static func landed(at place: Int, of count: Int) -> Message {
    Message("Row \(Wording.number(place + 1)) of \(Wording.number(count)).")
  }

  static func sentence(_ refusal: InputRefusal) -> Message {
    switch refusal {
    case .longPaste(let count, let limit):
      .problem(
        "Not pasted: the text has \(FileWording.size(count)), and the limit is \(FileWording.size(limit)). Paste it in parts."
      )
    case .unreadablePaste: .problem("Not pasted: the text is not UTF-8. \(setUTF8)")
    case .unreadableKey: .problem("Not typed: the character is not UTF-8. \(setUTF8)")
    case .unreadableLine: .problem("That line is not UTF-8, so nothing was done with it. \(setUTF8)")
    }
  }

  private static let setUTF8 = "Set your terminal's encoding to UTF-8."
  static let writingCancelled = Message("Cancelled. Unwritten changes are kept; m tries again.")

  static func doing(_ kind: ListActivity.Kind, _ order: ListOrder, _ schema: Schema) -> String {
    switch kind {
    case .finding: "Finding"
    case .sorting:
      order.terms.isEmpty
        ? "Sorting" : "Sorting by " + order.fields.map { schema.field(at: $0).label }.joined(separator: ", ")
    }
  }

  static func thenQuitting(_ what: String) -> String { what + ", then quitting" }

  static func changed(_ field: Field, isWritten: Bool) -> Message {
    Message(isWritten ? "Saved \(field.label)." : "\(field.label) changed, not yet written.")
  }

  static func takenBack(_ count: Int) -> Message {
    count == 0
      ? Message("Nothing was changed.")
      : Message("Reverted \(count == 1 ? "1 change" : "\(Wording.number(count)) changes").")
  }

  static func added(_ schema: Schema) -> Message { Message("Added the \(schema.singular). u undoes it.") }

  static func deleted(_ schema: Schema, otherCount: Int) -> Message {
    Message("Deleted the \(schema.singular)\(HistoryWording.along(otherCount)).")
  }

  static func noNeighbor(_ schema: Schema, isAfter: Bool) -> Message {
    Message("This is the \(isAfter ? "last" : "first") \(schema.singular).")
  }

  static let noNeighbors = Message("The record was not opened from a list, so it has no next one.")
  static let noReferences = Message("No table points to this one.")

  static func memoryWarning(
    _ result: Dehydration, _ schema: Schema, from origin: MemoryWarning.Origin?
  ) -> Message {
    let written = Wording.count(result.writeBack.writtenCount, schema)
    let place = origin.map { " \(name(of: $0))" } ?? ""
    return Message(
      "Memory warning\(place): wrote \(written), freed \(Wording.number(result.freedByteCount)) B.")
  }

  static func noPressure(_ path: String) -> Message {
    .problem("\(path) gives no memory warnings: it is not a pressure file, FIFO or socket.")
  }

  private static func name(of origin: MemoryWarning.Origin) -> String {
    switch origin {
    case .system: "from the system"
    case .serviceManager: "from the service manager"
    case .file: "from the pressure file"
    case .signal: "by SIGUSR1"
    }
  }

  // MARK: - Files

  static func name(of path: Text) -> String {
    let name = path.lastPathPart.string
    return name.isEmpty ? path.string : "“\(name)”"
  }

  static func exportQuestion(
    _ extents: [ExportExtent], of schema: Schema, showsSome: Bool, hasColumns: Bool
  ) -> Message {
    if extents == [.list, .all], !showsSome {
      return Message("Export the columns of this list, or every field?")
    }
    let rows = extents.map { extent in
      switch extent {
      case .marked: "the marked \(schema.plural)"
      case .list: showsSome ? "the \(schema.plural) of this list" : "all \(schema.plural)"
      case .all: "every \(schema.singular)"
      case .lines, .history, .values: "the lines"
      }
    }
    let columns = !hasColumns ? "" : showsSome ? " with its columns" : " with the columns of this list"
    let fields = hasColumns ? " with every field" : ""
    let some = rows.dropLast().joined(separator: " or ") + columns
    return Message("Export \(some), or \(rows.last ?? "")\(fields)?")
  }

  static func name(of extent: ExportExtent) -> String {
    switch extent {
    case .marked: "Marked"
    case .list: "List"
    case .all: "Everything"
    case .lines, .history, .values: "Lines"
    }
  }

  static func exists(_ path: Text) -> Message { Message("\(name(of: path)) already exists. Replace it?") }

  static func isLarge(_ path: Text, _ byteCount: Int) -> Message {
    Message("\(name(of: path)) has \(FileWording.size(byteCount)). Put it into the database anyway?")
  }

  static func written(_ path: Text) -> Message { Message("Wrote \(name(of: path)).") }

  static func sentence(_ error: StoreError, _ path: Text) -> String {
    switch error {
    case .cannotOpen(_, .missing), .cannotOpen(_, .system(ENOENT)): "There is no \(name(of: path))."
    case .cannotOpen(_, .directory): "\(name(of: path)) is a folder."
    case .cannotOpen(_, .system(ENOTDIR)): "\(name(of: path)) is not a folder."
    case .cannotOpen(_, .notAFile): "\(name(of: path)) is not an ordinary file."
    case .cannotOpen(_, .openDatabase): "\(name(of: path)) is the open database."
    case .cannotOpen(_, .besideDatabase): "\(name(of: path)) belongs to the open database."
    case .cannotOpen(_, .editLog): "\(name(of: path)) belongs to the edit log."
    case .cannotOpen(_, .system(EACCES)): "\(name(of: path)): \(StoreWording.clause(.denied))."
    case .cannotOpen(_, let reason): "\(name(of: path)): \(StoreWording.clause(reason))."
    case .tooLarge(let count, _):
      "\(name(of: path)) has \(FileWording.size(count)), more than a database can keep in one value."
    default: StoreWording.sentence(error)
    }
  }

  static let slowLook = "Waiting for the fields"

  static func notRead(_ error: StoreError, since time: String?) -> String {
    let reason =
      switch error {
      case .busy: "locked"
      case .interrupted: "takes too long to read"
      default: StoreWording.sentence(error)
      }
    return time.map { "\(reason), as of \($0)" } ?? reason
  }
}

enum MomentText {
  /// In the local time zone: `09:14` today, `21 Nov 09:14` this year, otherwise `21 Nov 2025 09:14`.
  static func text(_ seconds: Double, now: Double = SystemClock.secondsSince1970) -> String {
    guard let moment = SystemClock.local(seconds), let today = SystemClock.local(now) else { return "" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = "\(two(moment.tm_hour)):\(two(moment.tm_min))"
    if moment.tm_year == today.tm_year, moment.tm_yday == today.tm_yday { return time }
    let year = moment.tm_year == today.tm_year ? "" : " \(Int(moment.tm_year) + 1_900)"
    return "\(moment.tm_mday) \(CalendarDate.shortMonthNames[Int(moment.tm_mon)])\(year) \(time)"
  }
}
