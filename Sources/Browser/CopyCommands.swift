import BookStore
import Records
import Screens

/// Puts values and rows on the clipboard, as they are displayed.
struct CopyCommands {
  let workspace: Workspace
  let runner: WorkRunner
  let clipboard: Clipboard

  private var store: BookStore { workspace.store }

  /// Copies a text.
  func copy(_ text: String) { clipboard.put(text, named: "“\(Wording.shortened(text, to: 40))”") }

  /// Copies a field's value as it is displayed.
  func copy(_ index: Int, of id: RecordID) throws(StoreError) {
    let field = try store.schema(of: id.table).fields[index]
    let value = try store.shelf.read(index, of: id)
    guard !field.takesFile(for: value) else {
      return workspace.stack.message = BrowserWording.noTextToCopy(field)
    }
    clipboard.put(value.isNull ? "" : field.text(of: value), named: field.label)
  }

  /// Copies rows between key presses.
  func copy(_ rows: RowSet, _ form: CopyForm) throws(StoreError) {
    let count = rows.count(in: workspace.listing.count)
    guard count.value <= CopyAction.limit else {
      return workspace.stack.message = BrowserWording.tooManyToCopy(workspace.stack.schema)
    }
    var schema = workspace.listing.schema
    if case .rows(let ids) = rows, let id = ids.first { schema = try store.schema(of: id.table) }
    runner.begin(CopyAction(form, of: schema, clipboard, in: workspace), rows)
  }
}
