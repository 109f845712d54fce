import ArgumentParser
import BookStore
import Browser
import Formats
import Platform
import Screens

struct AddCommand: DescribedCommand {
  static let effect = CommandEffect.adds

  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a row, and print its key.",
    usage: """
      booklist add <field>=<value>…
      booklist add -
      """,
    discussion: """
      <field>=<value> sets a field; <field>:null empties it, and <field>@<path> gives it the bytes of a file, where - is \
      standard input. A text is stored exactly as given; a date, a number or a rating is read as in a form, and today is today's \
      date.

      With - alone, rows are read from standard input: one JSON object on each line, with the names of the columns and values \
      in the same forms. Either all of them are added, or none.

      If you have no library yet, it is made. booklist undo removes the rows again, as does u in the screens.

      Exit status: 0 if the rows were added, otherwise 1; 64 for an unknown field or an invalid value; 65 for input that \
      cannot be read; 75 if another program has locked the library.
      """)

  @Argument(help: "The fields with their values; - for rows from standard input.")
  var fields: [String]

  @OptionGroup var library: FileOptions

  func run() throws {
    // A missing library is made, unless it was named: its name may be mistyped.
    let made =
      library.readOnly || library.file != nil ? nil : try BookLibrary.make(at: library.path, isTrial: false)
    var isAdded = false
    defer { if !isAdded { made?.remove() } }
    try CommandRun(library: library).change { store in
      let rows = fields == ["-"] ? try input(store.schema) : [try row(store.schema)]
      try CommandFailure.unless(!rows.isEmpty, "Standard input has no rows.", CommandStatus.nothingDone)
      let ids = try store.insert(rows)
      isAdded = true
      if let made, made.isNew { StandardError.say(StoreWording.isMade(made.path)) }
      // Printed before the keys, because their reader may stop early.
      StandardError.say("Added \(Wording.count(ids.count, store.schema)).")
      var stream = OutputStream()
      for id in ids { try stream.write((KeyText.text(of: id) + "\n").utf8) }
      try stream.flush()
    }
  }

  private func row(_ schema: Schema) throws -> [Value?] {
    var row = [Value?](repeating: nil, count: schema.fields.count)
    for argument in fields {
      guard let assignment = try Assignment(argument, schema) else {
        throw Assignment.failure(of: argument, schema)
      }
      row[assignment.field] = try assignment.newValue()
    }
    return row
  }

  private func input(_ schema: Schema) throws -> [[Value?]] {
    var reader = FormatReader(ReadOptions(format: .ndjson, encoding: .utf8))
    do {
      let rows = try reader.rows(of: try StandardInput.readAll(), isLast: true)
      return try rows.map { try values(of: $0, schema) }
    } catch let error as FormatError {
      throw CommandFailure(
        ImportWording.sentence(.format(error), in: "Standard input"), CommandStatus.unreadableInput)
    } catch let error as SystemError {
      throw CommandFailure(
        ImportWording.sentence(.unreadable(errno: error.number), in: "standard input"), CommandStatus.noInput)
    }
  }

  private func values(of row: FormatRow, _ schema: Schema) throws -> [Value?] {
    var values = [Value?](repeating: nil, count: schema.fields.count)
    for (name, value) in zip(row.columns, row.values) {
      let index = schema.field(named: name)
      guard let index else {
        // A printed row includes its key, which the new row does not get.
        if schema.key.columns.contains(where: { $0.isSameName(as: name) }) { continue }
        throw CommandFailure(
          "Standard input, line \(row.line): “\(schema.table)” has no field “\(Wording.shortened(name, to: 40))”.",
          CommandStatus.unreadableInput)
      }
      guard values[index] == nil else {
        throw CommandFailure(
          "Standard input, line \(row.line): “\(Wording.shortened(name, to: 40))” gives “\(schema.fields[index].column)” a second value.",
          CommandStatus.unreadableInput)
      }
      do {
        values[index] = try Assignment.value(ofInput: value, schema.fields[index])
      } catch let failure as CommandFailure {
        throw CommandFailure("Standard input, line \(row.line): \(failure.sentence)", failure.status)
      }
    }
    return values
  }
}
