import ArgumentParser
import BookStore
import Browser
import Screens

struct FieldsCommand: DescribedCommand {
  static let effect = CommandEffect.changes

  static let configuration = CommandConfiguration(
    commandName: "fields", abstract: "Print the fields of a table; add, rename or remove one.",
    usage: """
      booklist fields [--format <name>]
      booklist fields add <name> [--kind <name>] [--choices <text>,…] [--dry-run]
      booklist fields rename <field> <name> [--dry-run]
      booklist fields remove <field> --yes|--dry-run
      """,
    discussion: """
      A field is a column. Before it is changed, the database is copied into the state folder; the last three copies are kept. \
      booklist undo undoes the change; a removed field comes back with its values, as the last field. --dry-run prints the \
      SQL statement and changes nothing.

      Exit status: 0 if the change was made; 1 if the field stays as it is; 64 for wrong arguments; 75 if another program \
      has locked the library.
      """)

  enum Action: String, ExpressibleByArgument, CaseIterable {
    case list, add, rename, remove
  }

  @Argument(help: "What to do: list, add, rename or remove.")
  var action = Action.list

  @Argument(help: "The field, and for rename also its new name.")
  var names: [String] = []

  @OptionGroup var library: FileOptions
  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "The kind of a new field: \(FieldType.all.map(\.shortName).joined(separator: ", ")).", valueName: "name"
    ))
  var kind = "text"

  @Option(help: ArgumentHelp("The texts that a new field can hold, separated by commas.", valueName: "texts"))
  var choices: String?

  @Flag(help: "Remove the field and its values.")
  var yes = false

  @Flag(help: "Print the statement, and change nothing.")
  var dryRun = false

  func validate() throws {
    let expected = [Action.list: 0, .add: 1, .rename: 2, .remove: 1][action]
    try require(
      names.count == expected, "booklist fields \(action.rawValue) takes \(expected ?? 0) names; see --help.")
    if action == .remove, !yes, !dryRun {
      throw ValidationError("remove needs --yes to remove the field, or --dry-run to see what it would do.")
    }
  }

  func run() throws {
    let run = CommandRun(library: library)
    if action == .list { return try run.read(list) }
    if dryRun { try run.read(change) } else { try run.change(change) }
  }

  private func list(_ store: BookStore) throws {
    var rows = RowOutput(output.format, ["field", "label", "kind", "note"])
    for field in store.schema.fields {
      let notes = [
        (field.isRequired, "required"), (field.isUnique, "unique"), (field.isGenerated, "computed"),
      ]
      let note = notes.filter(\.0).map(\.1) + (field.kind.choices.isEmpty ? [] : field.kind.choices)
      let row = [field.column, field.label, field.kind.name, note.joined(separator: ", ")]
      try rows.add(row.map { .text(Text($0)) }, row)
    }
    try rows.finish()
  }

  private func change(_ store: BookStore) throws {
    let (change, table) = (try fieldChange(store), store.schema.id)
    StandardError.say(StoreWording.runs(try store.fields.statement(for: change, of: table)))
    if case .removal(let column, _) = change {
      let field = try RowArguments(store: store).field(column)
      let count = try store.fields.filledCount(of: field, in: table)
      StandardError.say(
        StoreWording.question(removing: store.schema.fields[field], filledCount: count, store.schema))
    }
    if dryRun { return StandardError.say("Nothing was changed.") }
    try store.fields.start(change, of: table).finish()
    StandardError.say(StoreWording.changed(change, undo: "booklist undo").text)
  }

  private func fieldChange(_ store: BookStore) throws -> FieldChange {
    func column(_ name: String) throws -> String {
      store.schema.fields[try RowArguments(store: store).field(name)].column
    }
    switch action {
    case .list, .add: return .addition(column: names[0], definition: try definition())
    case .rename: return .renaming(column: try column(names[0]), to: names[1])
    case .remove: return .removal(column: try column(names[0]))
    }
  }

  private func definition() throws -> String {
    if let choices {
      let texts = NewField.choices(in: choices)
      try CommandFailure.unless(!texts.isEmpty, "--choices takes texts separated by commas.")
      return TableEditor.choice(names[0], among: texts)
    }
    let type = FieldType.all.first { $0.shortName == kind.lowercased() || $0.name == kind.lowercased() }
    guard let type else {
      throw CommandFailure(
        "“\(Wording.shortened(kind, to: 30))” is not a kind. The kinds are \(FieldType.all.map(\.shortName).joined(separator: ", "))."
      )
    }
    if type.hasChoices { throw CommandFailure("A choice needs --choices, like --choices new,read,lent.") }
    return type.definition
  }
}
