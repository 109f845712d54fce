import ArgumentParser
import BookStore
import Browser
import Cells
import Formats
import Platform

struct ShowCommand: DescribedCommand {
  static let effect = CommandEffect.reads

  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print whole rows, or one value byte for byte.",
    usage: """
      booklist show <key>… [--format <name>]
      booklist show <key> --field <field> [-o <path>]
      """,
    discussion: """
      The keys are in the first column of booklist list. A key is a number, or the values of several columns as in CSV: \
      5,"a b". Bytes are written x'01FF'. Put -- before a key that begins with a hyphen.

      Exit status: 0 if all rows were printed; 3 if some do not exist; 1 if none exists; 66 if there is no \
      such library.
      """)

  @Argument(help: "The keys of the rows.")
  var keys: [String]

  @OptionGroup var library: FileOptions
  @OptionGroup var output: OutputOptions

  @Option(help: ArgumentHelp("Write only the value of this field.", valueName: "field"))
  var field: String?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write the value to this file; - is standard output.", valueName: "path"),
    completion: .file())
  var path: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  func validate() throws {
    if field != nil, keys.count != 1 { throw ValidationError("--field takes exactly one key.") }
    if field == nil, path != nil { throw ValidationError("-o needs --field, which says what to write.") }
  }

  func run() throws {
    try CommandRun(library: library).read { store in
      let arguments = RowArguments(store: store)
      let (found, missing) = try arguments.rows(keys)
      try arguments.say(missing: missing, isAny: !found.isEmpty)
      if let field, let id = found.first {
        try writeValue(of: id, try arguments.field(field), store)
      } else {
        try print(found, store)
      }
      if !missing.isEmpty { throw CommandStatus.partlyDone }
    }
  }

  private func writeValue(of id: RecordID, _ field: Int, _ store: BookStore) throws {
    let bytes: [UInt8]
    switch try store.shelf.read(field, of: id) {
    case .null:
      throw CommandFailure("\(store.schema.fields[field].label) has no value.", CommandStatus.nothingDone)
    case .text(let text): bytes = text.bytes
    case .blob(let blob): bytes = blob
    case let value: bytes = Array((value.plainText ?? "").utf8)
    }
    guard let path, path != "-" else { return try OutputStream.writeAll(bytes) }
    let file: OutputFile
    do throws(StoreError) { file = try store.files.output(to: Text(path), replaces: force) } catch {
      throw CommandFailure(
        StoreWording.sentence(error, in: path), CommandStatus.status(of: error, output: path))
    }
    try file.write(bytes, isCancelled: CommandWorld.current.isStopped)
    try file.finish()
  }

  private func print(_ ids: [RecordID], _ store: BookStore) throws {
    let schema = store.schema
    let shown = Set(schema.fields.map(\.column))
    let keys = schema.key == .position ? [] : schema.key.columns.filter { !shown.contains($0) }
    let columns = keys + schema.fields.map(\.column)
    var stream = OutputStream()
    var writer = output.format.format.map { FormatWriter($0, columns: columns) }
    try stream.write(writer?.start() ?? [])
    for (place, id) in ids.enumerated() {
      let fields = try schema.fields.indices.map { try store.shelf.read($0, of: id) }
      if writer != nil {
        let row = FormatRow(line: 0, columns: columns, values: (keys.isEmpty ? [] : id.values) + fields)
        try stream.write(writer?.row(row) ?? [])
      } else {
        let key = keys.isEmpty ? [] : [(keys.joined(separator: ","), KeyText.text(of: id))]
        let lines = key + zip(schema.fields, fields).map { ($0.column, RowTable.text(of: $1, in: $0)) }
        try stream.write(((place == 0 ? "" : "\n") + Self.lines(lines)).utf8)
      }
    }
    try stream.write(writer?.end() ?? [])
    try stream.flush()
  }

  /// One line per field; the lines of a long text are aligned below each other.
  private static func lines(_ fields: [(name: String, text: String)]) -> String {
    let names = fields.map { TextTable.safe($0.name) }
    let width = names.map { TextWidth.width(of: $0) }.max() ?? 0
    let margin = String(repeating: " ", count: width + 2)
    return zip(names, fields).map { name, field in
      let lines = field.text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      let gap = String(repeating: " ", count: width + 2 - TextWidth.width(of: name))
      return name + gap + lines.map { TextTable.safe(String($0)) }.joined(separator: "\n" + margin) + "\n"
    }.joined()
  }
}
