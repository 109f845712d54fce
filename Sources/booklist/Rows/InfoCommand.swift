import ArgumentParser
import BookStore
import Browser
import Formats
import Platform
import Screens

struct InfoCommand: DescribedCommand {
  static let effect = CommandEffect.reads

  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Print the tables, and with --json everything that a program may need.",
    usage: "booklist info [--format <name>] [--file <path>]",
    discussion: """
      --json prints one object with the file, the tables with their rows, fields, keys, indexes, triggers and SQL, the formats, the commands and the limits. \
      Standard error names what a program has left unsaved that died.

      Exit status: as for booklist list.
      """)

  @OptionGroup var library: FileOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try CommandRun(library: library).read { store in
      if output.format == .json { return try OutputStream.writeAll(description(store).utf8) }
      if output.format == .table { try OutputStream.writeAll((TextTable.safe(store.path) + "\n").utf8) }
      try printTables(store)
    }
    if !library.readOnly { try? CommandRun(library: library).withLog(sayUnsaved) }
  }

  private func description(_ store: BookStore) throws -> String {
    var counts: [TableID: Int] = [:]
    for entry in store.tables where (try? store.schema(of: entry.id)) != nil {
      counts[entry.id] = try count(of: entry.id, store)
    }
    return try LibraryDescription(store: store, counts: counts).json + "\n"
  }

  private func sayUnsaved(_ store: BookStore) throws {
    let unfinished = try store.history.unfinished()
    if let unfinished { StandardError.say(LogWording.unfinished(unfinished)) }
    let others = (store.recovery.abandoned?.count ?? 0) - (unfinished?.count ?? 0)
    if others > 0 { StandardError.say(LogWording.unsaved(others)) }
  }

  private func printTables(_ store: BookStore) throws {
    var rows = RowOutput(
      output.format, ["table", "rows", "key", "fields"], areNumbers: [false, true, false, false])
    for entry in store.tables {
      guard let schema = try? store.schema(of: entry.id) else {
        try rows.add(
          [.text(Text(entry.name)), .null, .null, .null], [entry.name, "–", "–", "cannot be read"])
        continue
      }
      let count = try count(of: entry.id, store)
      let key = schema.key == .position ? nil : schema.key.columns.joined(separator: ", ")
      let fields = schema.fields.map(\.column).joined(separator: ", ")
      let values: [Value] = [
        .text(Text(entry.name)), count.map { .integer(Int64($0)) } ?? .null,
        key.map { .text(Text($0)) } ?? .null,
        .text(Text(fields)),
      ]
      try rows.add(values, [entry.name, count.map { Wording.number($0) } ?? "–", key ?? "–", fields])
    }
    try rows.finish()
  }

  /// Nil for a view that fails or takes too long, so that it does not hide the other tables.
  private func count(of table: TableID, _ store: BookStore) throws(StoreError) -> Int? {
    do throws(StoreError) {
      let selection = try RowSelection(of: store, table: table)
      return try selection.count(within: selection.schema.source == .view ? .seconds(1) : nil)
    } catch {
      switch error {
      case .other: return nil
      case .interrupted where !Interruption.isAsked: return nil
      default: throw error
      }
    }
  }
}

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
      ("tables", .list(store.tables.map(table))), ("kinds", .list(FieldType.all.map { kind($0) })),
      ("formats", .list(Format.allCases.map(format))),
      ("commands", .list(BookListCommand.configuration.subcommands.map(command))), ("limits", limits),
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

enum TableJSON {
  static func members(_ table: TableDeclaration) -> [(name: String, value: JSONValue)] {
    let (indexes, triggers) = (
      table.parts.filter { $0.kind != .trigger }, table.parts.filter { $0.kind == .trigger }
    )
    return [
      ("checks", texts(table.checks)), ("references", .list(table.references.map(reference))),
      ("referencedBy", .list(table.referencedBy.map(reference))), ("indexes", .list(indexes.map(index))),
      ("triggers", .list(triggers.map { .object([("name", .string($0.name)), ("sql", text($0.sql))]) })),
      ("sql", .string(table.sql)),
    ]
  }

  static func members(of column: ColumnDeclaration) -> [(name: String, value: JSONValue)] {
    [
      ("type", .string(column.type)), ("notNull", .truth(column.isNotNull)),
      ("default", text(column.defaultText)), ("check", text(column.check)),
    ]
  }

  private static func reference(_ reference: ReferenceDeclaration) -> JSONValue {
    .object([
      ("table", .string(reference.table)), ("columns", texts(reference.columns)),
      ("target", .string(reference.target)), ("targetColumns", texts(reference.targets)),
      ("onDelete", .string(reference.onDelete)),
    ])
  }

  private static func index(_ part: TablePart) -> JSONValue {
    .object([
      ("name", .string(part.name)), ("unique", .truth(part.kind == .uniqueIndex)),
      ("columns", texts(part.columns)), ("sql", text(part.sql)),
    ])
  }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  private static func texts(_ texts: [String]) -> JSONValue { .list(texts.map { .string($0) }) }
}
