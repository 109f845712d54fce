import BookStore
import Formats
import Records
import Screens

struct CopyCommands {
  let workspace: Workspace
  let runner: WorkRunner
  let clipboard: Clipboard

  private var store: BookStore { workspace.store }

  func copy(_ text: String) { clipboard.put(text, named: "“\(Wording.shortened(text, to: 40))”") }

  func copy(_ index: Int, of id: RecordID) throws(StoreError) {
    let field = try store.schema(of: id.table).fields[index]
    let value = try store.shelf.read(index, of: id)
    guard !field.takesFile(for: value) else {
      return workspace.stack.message = BrowserWording.noTextToCopy(field)
    }
    clipboard.put(value.isNull ? "" : field.text(of: value), named: field.label)
  }

  func copy(_ rows: RowSet, _ form: CopyForm) throws(StoreError) {
    let count = rows.count(in: workspace.listing.count)
    guard count.value <= CopyAction.limit else {
      return workspace.stack.message = BrowserWording.tooManyToCopy(workspace.stack.schema)
    }
    var schema = workspace.listing.schema
    if case .rows(let ids) = rows, let id = ids.first { schema = try store.schema(of: id.table) }
    runner.begin(CopyAction(form, of: schema, clipboard, in: store), rows)
  }
}

final class CopyAction: RowAction {
  /// In rows; more than this should go to a file.
  static let limit = 10_000

  private let store: BookStore
  private let clipboard: Clipboard
  private let form: CopyForm
  private let schema: Schema
  private var rows: [FormatRow] = []
  private var titles: [String] = []

  init(_ form: CopyForm, of schema: Schema, _ clipboard: Clipboard, in store: BookStore) {
    (self.form, self.schema, self.clipboard, self.store) = (form, schema, clipboard, store)
  }

  var name: String { "Copying" }
  var asksBeforeLeaving: Bool { false }
  var followsList: Bool { true }

  func act(on ids: [RecordID], of work: RowWork) throws(StoreError) {
    for id in ids {
      let record = try store.shelf.snapshot(of: id)
      titles.append(Wording.title(schema.title(of: record.shownValues), schema))
      guard form != .title else { continue }
      rows.append(FormatRow(columns: columns, values: try values(of: record), isBook: form == .bibtex))
    }
  }

  /// An INSERT statement cannot set generated fields.
  private var fields: [Int] {
    schema.fields.indices.filter { form != .insert || !schema.fields[$0].isGenerated }
  }

  private var columns: [String] { fields.map { schema.fields[$0].column } }

  private func values(of record: RecordSnapshot) throws(StoreError) -> [Value] {
    var values: [Value] = []
    for field in fields {
      let isLarge = record.large.contains { $0.index == field }
      values.append(isLarge ? try store.shelf.read(field, of: record.id) : record.shownValues[field])
    }
    return values
  }

  func sentence(_ work: RowWork, heldCount: Int) -> String { Wording.nothingToCopy.text }

  func conclude() {
    let name =
      titles.count == 1 ? "“\(Wording.shortened(titles[0], to: 40))”" : Wording.count(titles.count, schema)
    clipboard.put(text, named: form == .title ? name : "\(name) as \(Wording.shortName(of: form))")
  }

  private var text: String {
    var text: String
    switch form {
    case .title: text = titles.joined(separator: "\n")
    case .insert:
      text = rows.map { InsertStatement.text(table: schema.table, columns: $0.columns, values: $0.values) }
        .joined()
    case .json where rows.count == 1: text = rows[0].json
    case .tsv: text = written(.tsv)
    case .csv: text = written(.csv)
    case .json: text = written(.json)
    case .markdown: text = written(.markdown)
    case .bibtex: text = written(.bibtex)
    }
    while text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  private func written(_ format: Format) -> String {
    var writer = FormatWriter(format, columns: columns)
    let hasHeader = rows.count > 1 || format == .markdown
    var bytes = hasHeader ? writer.start() : []
    for row in rows { bytes += writer.row(row) }
    return String(decoding: bytes + writer.end(), as: UTF8.self)
  }
}

extension BrowserWording {
  static func tooManyToCopy(_ schema: Schema) -> Message {
    .problem(
      "The clipboard takes up to \(Wording.number(CopyAction.limit)) \(schema.plural). :export writes more of them to a file."
    )
  }
}
