import ArgumentParser
import BookStore
import Platform
import Screens

struct RemoveCommand: DescribedCommand {
  static let effect = CommandEffect.changes

  static let configuration = CommandConfiguration(
    commandName: "rm", abstract: "Delete rows.",
    usage: """
      booklist rm <key>…
      booklist rm --where <query> --yes|--dry-run [--rows <n>]
      """,
    discussion: """
      The keys are in the first column of booklist list. The output also names what foreign keys and triggers delete. The \
      deletion is one step: booklist undo brings everything back, as does u in the screens.

      Exit status: 0 if the rows were deleted, or would be; 3 if some of the keys do not exist; 1 if nothing was deleted; 64 \
      for an invalid query, or one without --yes or --dry-run; 75 if another program has locked the library.
      """)

  @Argument(help: "The keys of the rows.")
  var keys: [String] = []

  @Option(
    name: .customLong("where"), help: ArgumentHelp("All rows that match this query.", valueName: "query"))
  var query: String?

  @Flag(help: "Delete all rows that match.")
  var yes = false

  @Flag(help: "Print the rows that would be deleted, and change nothing.")
  var dryRun = false

  @Option(
    name: .customLong("rows"),
    help: ArgumentHelp(
      "Delete nothing unless exactly this many rows would go, with those that go along; ..10 means at most 10.",
      valueName: "n"))
  var limit: RowLimit?

  @OptionGroup var library: FileOptions

  private static let batchSize = 10_000

  func validate() throws {
    try require((query == nil) != keys.isEmpty, "Name the rows by their keys, or by --where and a query.")
    if query != nil, !yes, !dryRun {
      throw ValidationError(
        "--where needs --yes to delete the rows, or --dry-run to see which ones they are.")
    }
  }

  func run() throws {
    let run = CommandRun(library: library)
    if dryRun { try run.tryOut(remove) } else { try run.change(remove) }
  }

  private func remove(_ store: BookStore) throws {
    let rows = RowArguments(store: store)
    var (ids, missing): ([RecordID], [String]) = ([], [])
    if let query {
      ids = try RowSelection(of: store, try rows.query(query)).ids()
    } else {
      (ids, missing) = try rows.rows(keys)
    }
    try rows.say(missing: missing, isAny: !ids.isEmpty)
    try CommandFailure.unless(!ids.isEmpty, "No \(store.schema.singular) matches.", CommandStatus.nothingDone)
    if dryRun {
      try query.map(rows.preview)
      let along = HistoryWording.along(otherCount(along: ids, store) ?? 0)
      StandardError.say("This would delete \(Wording.count(ids.count, store.schema))\(along).")
    } else {
      if let limit {
        guard let others = otherCount(along: ids, store) else {
          throw CommandFailure(
            "Nothing was deleted, because the rows that go along could not be counted. Try again, or leave --rows out.",
            CommandStatus.nothingDone)
        }
        try limit.check(ids.count, along: others, store.schema)
      }
      try delete(ids, store)
    }
    if !missing.isEmpty { throw CommandStatus.partlyDone }
  }

  private static let countingTime = Duration.seconds(60)

  /// How many other rows are deleted or changed as a consequence; nil if they cannot be counted.
  private func otherCount(along ids: [RecordID], _ store: BookStore) -> Int? {
    let counter = store.rowEditor.deletionCounter
    guard counter.mayChangeOthers(store.schema.id) else { return 0 }
    guard let count = counter.count(ids, limit: Self.countingTime), count.isExact else { return nil }
    return max(0, count.deletedCount + count.changedCount - ids.count)
  }

  private func delete(_ ids: [RecordID], _ store: BookStore) throws(StoreError) {
    let step = store.beginStep()
    var (done, others) = (0, 0)
    do throws(StoreError) {
      for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
        if Interruption.isAsked { throw .interrupted }
        let batch = Array(ids[start..<min(start + Self.batchSize, ids.count)])
        others += try store.delete(batch, in: step)
        done += batch.count
      }
    } catch {
      if done > 0 { StandardError.say("Stopped after \(Wording.count(done, store.schema)).") }
      throw error
    }
    StandardError.say("Deleted \(Wording.count(done, store.schema))\(HistoryWording.along(others)).")
  }
}
