import ArgumentParser
import BookStore
import Formats
import Records

struct LibraryDescription {
  let store: BookStore
  private let declarations: [TableID: TableDeclaration]
  private let counts: [TableID: Int]

  init(store: BookStore, counts: [TableID: Int]) throws(StoreError) {
    (self.store, self.counts) = (store, counts)
    let tables = try store.declarations().map { ($0.table.id, $0) }
    declarations = Dictionary(tables, uniquingKeysWith: { first, _ in first })
  }

  var json: String {
    JSONValue.object([
      ("program", .object([("name", text("booklist")), ("version", text(Version.text))])),
      ("file", text(store.path)), ("table", text(store.schema.table)),
      ("tables", .list(store.tables.map(table))),
      ("kinds", .list(FieldType.all.map { kind($0) })),
      ("formats", .list(Format.allCases.map(format))),
      ("commands", .list(BookListCommand.configuration.subcommands.map(command))),
      ("limits", limits),
    ]).text
  }

  private func text(_ string: String) -> JSONValue { .string(string) }

  private func number(_ number: Int) -> JSONValue { .number(String(number)) }

  private func texts(_ strings: [String]) -> JSONValue { .list(strings.map(text)) }

  private func table(_ entry: TableEntry) -> JSONValue {
    guard let schema = try? store.schema(of: entry.id) else {
      return .object([("name", text(entry.name)), ("readable", .truth(false))])
    }
    let key = schema.key == .position ? [] : schema.key.columns
    let members: [(name: String, value: JSONValue)] = [
      ("name", text(entry.name)), ("source", text("\(schema.source)")), ("singular", text(schema.singular)),
      ("plural", text(schema.plural)), ("key", texts(key)), ("readOnly", .truth(schema.isReadOnly)),
      ("title", texts(schema.titleFields.map { schema.fields[$0].column })),
      ("rows", counts[entry.id].map(number) ?? .null),
      ("fields", .list(schema.fields.map { field($0, of: declarations[entry.id]) })),
    ]
    return .object(members + (declarations[entry.id].map { TableJSON.members($0) } ?? []))
  }

  private func field(_ field: Field, of table: TableDeclaration?) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("column", text(field.column)), ("label", text(field.label)), ("kind", text(field.kind.name)),
      ("required", .truth(field.isRequired)), ("unique", .truth(field.isUnique)),
      ("computed", .truth(field.isGenerated)),
    ]
    if let column = table?.columns.first(where: { $0.name == field.column }) {
      members += TableJSON.members(of: column)
    }
    if !field.kind.choices.isEmpty { members.append(("choices", texts(field.kind.choices))) }
    return .object(members)
  }

  private func kind(_ type: FieldType) -> JSONValue {
    .object([("name", text(type.shortName)), ("summary", text(type.name)), ("type", text(type.definition))])
  }

  private func format(_ format: Format) -> JSONValue {
    .object([
      ("name", text(format.rawValue)), ("summary", text(format.summary)), ("reads", .truth(format.canRead)),
      ("writes", .truth(format.canWrite)), ("books", .truth(format.isOfBooks)),
    ])
  }

  private func command(_ command: any ParsableCommand.Type) -> JSONValue {
    .object([
      ("name", text(command.configuration.commandName ?? "")),
      ("summary", text(command.configuration.abstract)),
      ("usage", texts((command.configuration.usage ?? "").split(separator: "\n").map(String.init))),
    ])
  }

  private var limits: JSONValue {
    .object([
      ("rows", number(10_000_000)), ("nesting", number(JSONReader.deepest)),
      ("shownBlobBytes", number(LargeValue.limit)),
    ])
  }
}
