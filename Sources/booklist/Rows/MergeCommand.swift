import ArgumentParser
import BookStore
import Screens

struct MergeCommand: DescribedCommand {
  static let effect = CommandEffect.changes

  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Make one row of several.",
    usage: "booklist merge <key> <key>… [--keep <key>] [--field <field>=<key>|all]… [--dry-run]",
    discussion: """
      The first row stays, or the one that --keep names. It keeps its values; its empty fields are filled from the others, in \
      their order, and lists are joined. --field takes a field from another row, or a list or a long text from all. What points to a row that goes, such as \
      readings and shelves, points to the row that stays. Where that has the same already, it is kept once.

      The change is one step: booklist undo brings everything back, as does u in the screens.

      Exit status: 0 if the rows are one, or would be; 1 if nothing was changed; 64 for an unknown field, or fewer than two \
      rows; 75 if another program has locked the library.
      """)

  @Argument(help: "The keys of the rows.")
  var keys: [String]

  @Option(help: ArgumentHelp("The row that stays.", valueName: "key"))
  var keep: String?

  @Option(
    name: .customLong("field"),
    help: ArgumentHelp("Take this field from this row, or from all.", valueName: "field=key|all"))
  var fields: [String] = []

  @Flag(help: "Say what would change, and change nothing.")
  var dryRun = false

  @Option(
    name: .customLong("rows"),
    help: ArgumentHelp(
      "Merge nothing unless exactly this many rows are meant, with those that point to them; ..10 means at most 10.",
      valueName: "n"))
  var limit: RowLimit?

  @OptionGroup var library: FileOptions

  func run() throws {
    try CommandRun(library: library).change { store in
      let rows = RowArguments(store: store)
      let ids = try ids(rows)
      let merge = Merge(ids, choices: try choices(ids, rows))
      if !dryRun, let limit {
        let others = try store.merging.count([merge]).tables.reduce(0) { $0 + $1.movedCount + $1.joinedCount }
        try limit.check(ids.count, along: others, store.schema)
      }
      let count = dryRun ? try store.merging.count([merge]) : try store.merging.merge([merge])
      StandardError.say(MergeWording.merged(count, store.schema, isDone: !dryRun))
      for line in MergeWording.details(count, store.schema) { StandardError.say(line) }
    }
  }

  /// The first row is the one that stays.
  private func ids(_ rows: RowArguments) throws -> [RecordID] {
    let (found, missing) = try rows.rows(keys)
    var ids = found
    try rows.say(missing: missing, isAny: false)
    try CommandFailure.unless(
      ids.count > 1, "Name at least two \(rows.schema.plural) by their keys: they become one.")
    guard let keep else { return ids }
    guard let kept = try rows.rows([keep]).found.first, let place = ids.firstIndex(of: kept) else {
      throw CommandFailure("--keep must be one of the keys.")
    }
    ids.insert(ids.remove(at: place), at: 0)
    return ids
  }

  private func choices(_ ids: [RecordID], _ rows: RowArguments) throws -> [Int: Merge.Choice] {
    var choices: [Int: Merge.Choice] = [:]
    for argument in fields {
      guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else {
        throw CommandFailure("--field is like pages=12, a field and the key of the row to take it from.")
      }
      let (field, key) = (
        try rows.field(String(argument[..<sign])), String(argument[argument.index(after: sign)...])
      )
      if rows.schema.key.columns.contains(rows.schema.fields[field].column) {
        throw CommandFailure("“\(argument[..<sign])” is the key, which stays that of the row that stays.")
      }
      if key == "all" {
        try CommandFailure.unless(
          MergedValue(rows.schema.fields[field]).canKeepAll,
          "Only lists and long texts can have what all rows hold.")
        choices[field] = .all
        continue
      }
      guard let id = try rows.rows([key]).found.first, let place = ids.firstIndex(of: id) else {
        throw CommandFailure("“\(Wording.shortened(key, to: 40))” in --field is none of the keys.")
      }
      choices[field] = .row(place)
    }
    return choices
  }
}
