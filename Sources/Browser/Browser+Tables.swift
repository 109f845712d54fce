import BookStore
import Cells
import Records
import Screens

/// Lists over other tables: opened by a screen, and gone with it.
extension Browser {
  /// The list that the screens show, or would first.
  var listing: Listing { lists.last ?? store.listing }

  /// The screens with which a store begins: the list of its tables, or of the rows of one.
  static func makeStack(_ store: BookStore, _ terminal: any Terminal, _ settings: Settings)
    -> ScreenStack
  {
    var stack = ScreenStack(
      schema: store.schema, size: terminal.size, isReadOnly: store.isReadOnly,
      tables: settings.startsWithTables && store.tables.count > 1 ? store.tables : nil)
    (stack.hasSeveralTables, stack.isUnicode) = (store.tables.count > 1, terminal.isUnicode)
    return stack
  }

  /// Opens a list and shows it.
  func open(_ source: ListSource) throws(StoreError) {
    let list = try store.open(source)
    leaveList()
    lists.append(list)
    stack.receive(.opened(source, list.schema))
    list.scoutAhead()
  }

  /// Opens the list of the rows that point to a record; where there are several lists the person chooses.
  func openReferences(to id: RecordID) throws(StoreError) {
    let references = try store.references(to: id)
    if references.isEmpty { return stack.message = Wording.noReferences }
    if references.count == 1 { return try open(references[0].source) }
    var choices: [ListChoice] = []
    for (source, reference) in references {
      let schema = try store.schema(of: source.table)
      choices.append(ListChoice(name: Wording.name(of: reference, in: schema), source: source))
    }
    stack.receive(.choice(choices))
  }

  /// Lets go of the lists whose screens are closed.
  func dropLists() {
    guard stack.lists.count < lists.count else { return }
    leaveList()
    lists.removeLast(lists.count - stack.lists.count)
    if lists.isEmpty { store.lists.countTables() }
  }

  /// Ends what goes on for the list that is shown.
  private func leaveList() {
    if work != nil { cancelWork() }
    (seeking, pendingJump) = (nil, nil)
  }
}
