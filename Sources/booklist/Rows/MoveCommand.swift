import ArgumentParser
import BookStore
import Browser
import Screens

struct MoveCommand: DescribedCommand {
  static let effect = CommandEffect.changes

  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move rows in an order of your own.",
    usage: "booklist move <key>… (--up <n> | --down <n> | --top) [--in <query>] [--by <field>]",
    discussion: """
      The order is in a field of whole numbers, which leave gaps; rows that were never moved have none and stand below. It \
      is named position unless --by names another one: booklist fields add position --kind integer adds it.

      Rows move among those that --in finds: booklist move 17 --top --in status:to-read.

      It is one step: booklist undo undoes it, as does u in the screens.

      Exit status: 0 if the rows were moved; 3 if some of the keys do not exist; 1 if nothing was moved; 64 for an invalid \
      query or field; 75 if another program has locked the library.
      """)

  @Argument(help: "The keys of the rows.")
  var keys: [String]

  @Option(help: ArgumentHelp("Move them up by this many rows.", valueName: "n"))
  var up: Int?

  @Option(help: ArgumentHelp("Move them down by this many rows.", valueName: "n"))
  var down: Int?

  @Flag(help: "Move them to the top.")
  var top = false

  @Option(
    name: .customLong("in"), help: ArgumentHelp("Among the rows that match this query.", valueName: "query"))
  var query: String?

  @Option(help: ArgumentHelp("The field with the order.", valueName: "field"))
  var by = HandOrder.column

  @OptionGroup var library: FileOptions

  func validate() throws {
    try require(
      [up != nil, down != nil, top].count(where: \.self) == 1,
      "Say where the rows go: --up, --down or --top.")
    if let count = up ?? down, count < 1 { throw ValidationError("Rows move by 1 or more.") }
  }

  func run() throws { try CommandRun(library: library).change(move) }

  private func move(_ store: BookStore) throws {
    let arguments = RowArguments(store: store)
    if by == HandOrder.column, store.schema.field(named: by) == nil {
      throw CommandFailure(
        "“\(store.schema.table)” has no field for an order of your own. booklist fields add \(by) --kind integer adds it."
      )
    }
    let order = ListOrder(field: try arguments.field(by))
    guard let field = HandOrder.field(of: order, in: store.schema) else {
      throw CommandFailure(
        "“\(by)” cannot have an order: that takes whole numbers that may repeat and be missing.")
    }
    let (ids, missing) = try arguments.rows(keys)
    try arguments.say(missing: missing, isAny: !ids.isEmpty)
    var rows = try arguments.query(query)
    rows.order = order
    let mover = RowMover(field, of: try SelectedRows(of: RowSelection(of: store, rows)), in: store)
    let move = top ? HandOrder.Move.toTop : .by(down ?? -(up ?? 0))
    let title =
      try ids.first.map { store.schema.title(of: try store.shelf.snapshot(of: $0).shownValues) } ?? .null
    let step = store.beginStep(from: .moved(ids.count, store.schema.text(ofTitle: title)))
    let result = try mover.move(ids, move, in: step)
    guard case .moved(let count) = result else {
      throw CommandFailure(
        MoveWording.reply(result, move, store.schema.fields[field])?.text ?? "", CommandStatus.nothingDone)
    }
    let written = store.writeBack()
    if let reason = written.reason ?? written.failures.first?.error { throw reason }
    StandardError.say("Moved \(Wording.count(count, store.schema)).")
    if !missing.isEmpty { throw CommandStatus.partlyDone }
  }
}
