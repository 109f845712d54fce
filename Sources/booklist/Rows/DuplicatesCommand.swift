import ArgumentParser
import BookStore
import Formats
import Screens

struct DuplicatesCommand: DescribedCommand {
  static let effect = CommandEffect.reads

  static let configuration = CommandConfiguration(
    commandName: "duplicates", abstract: "Find rows that may be the same.",
    usage: "booklist duplicates [<query>] [--by <field>,…] [--format <name>] [--forget-different]",
    discussion: """
      Books are recognised by their names at services, by their ISBNs, and by their titles and first authors; titles may \
      differ by an article, a subtitle, an edition, punctuation or one typing error. Other rows are recognised by their \
      titles, or by the fields that --by names. The surest groups come first; a question mark says that one is only likely. \
      booklist merge makes one row of the rows of a group. What somebody has called different in the screens is left out; --forget-different forgets that first.

      In JSON each group is an object with reason, sure and keys; the other formats have a row for each row of a group.

      Exit status: 0 if there are some; 1 if there are none; otherwise as for booklist list.
      """)

  @Argument(help: "What the rows must match, as in the finder.")
  var query: String?

  @OptionGroup var library: FileOptions
  @OptionGroup var output: OutputOptions

  @Option(
    name: .customLong("by"),
    help: ArgumentHelp("The fields that are the same, separated by commas.", valueName: "fields"))
  var names: String?

  @Flag(help: "Forget first which rows were called different.")
  var forgetDifferent = false

  func run() throws {
    try CommandRun(library: library).read { store in
      if forgetDifferent { try store.forgetDifferent() }
      let arguments = RowArguments(store: store)
      let rows = try RowSelection(of: store, arguments.query(query))
      let fields =
        try names.map { try $0.split(separator: ",").map { try arguments.field(String($0)) } } ?? []
      if let field = fields.first(where: { store.schema.fields[$0].kind.isBytes }) {
        throw CommandFailure("“\(store.schema.fields[field].column)” holds files, which are not compared.")
      }
      let progress = ProgressBar("Searching")
      let found = try rows.duplicates(in: store, by: fields) { progress.show($0) }
      progress.clear()
      switch output.format {
      case .json: try printJSON(found)
      case .table: try printText(found, store)
      default: try printRows(found, store)
      }
      if !found.isComplete {
        StandardError.say("These are the first ones: there are too many to list. A query limits the rows.")
      }
      if found.groups.isEmpty { throw CommandStatus.nothingDone }
    }
  }

  private func printJSON(_ found: DuplicateList) throws {
    var stream = OutputStream()
    try stream.write("[".utf8)
    for (place, group) in found.groups.enumerated() {
      let object = JSONValue.object([
        ("reason", .string(group.reason.rawValue)), ("sure", JSONValue.truth(group.isSure)),
        ("keys", .list(group.ids.map(key))),
      ])
      try stream.write(((place == 0 ? "" : ",\n") + object.text).utf8)
    }
    try stream.write("]\n".utf8)
    try stream.flush()
  }

  private func printRows(_ found: DuplicateList, _ store: BookStore) throws {
    var rows = RowOutput(output.format, ["group", "reason", "sure", "key", "title"])
    for (place, group) in found.groups.enumerated() {
      for id in group.ids {
        let title = try store.rowEditor.identities.shownTitle(of: id) ?? .null
        let (reason, key) = (Text(group.reason.rawValue), Text(KeyText.text(of: id)))
        try rows.add(
          [.integer(Int64(place + 1)), .text(reason), .integer(group.isSure ? 1 : 0), .text(key), title], [])
      }
    }
    try rows.finish()
  }

  private func key(_ id: RecordID) -> JSONValue {
    switch id.key {
    case .rowid(let number): .number(String(number))
    case .columns: .string(KeyText.text(of: id))
    }
  }

  private func printText(_ found: DuplicateList, _ store: BookStore) throws {
    var stream = OutputStream()
    for group in found.groups {
      try stream.write((MergeWording.reason(group.reason, isSure: group.isSure) + "\n").utf8)
      for id in group.ids {
        let title = try store.rowEditor.identities.shownTitle(of: id) ?? .null
        let line = "  \(KeyText.text(of: id))  \(TextTable.safe(Wording.title(title, store.schema)))\n"
        try stream.write(line.utf8)
      }
    }
    try stream.flush()
    let count = found.groups.count
    let rows = found.groups.reduce(0) { $0 + $1.ids.count }
    StandardError.say(
      count == 0
        ? "No \(store.schema.plural) look the same."
        : "\(Wording.count(rows, store.schema)) in \(Wording.number(count)) \(count == 1 ? "group" : "groups")."
    )
  }
}
