import BookStore
import Cells
import Formats
import Platform
import Queries
import Records
import Screens
import Transfers

/// Runs the person's own commands: programs that get rows of the list and may return rows.
///
/// No shell is in between, so arguments are passed unchanged.
final class OwnCommands {
  private unowned let workspace: Workspace
  private let transfers: TransferErrands
  private let thread: ThreadErrand
  private var name = ""
  private var files: TemporaryFiles?

  private enum End: Sendable {
    case ran(PipedProgram.Outcome)
    case notStarted(SystemError)
    case notExported(StoreError)
  }

  /// In bytes.
  private static let outputLimit = 8 << 20

  init(_ workspace: Workspace, _ transfers: TransferErrands) {
    (self.workspace, self.transfers) = (workspace, transfers)
    thread = ThreadErrand(.command, workspace, hasProgram: true)
  }

  private var command: OwnCommand? { workspace.keys.commands.first { $0.name == name } }

  func run(_ name: String, on rows: RowSet) throws(StoreError) {
    guard thread.isOver, !workspace.errands.isTransferring else {
      return workspace.stack.message = Wording.stillWorking
    }
    self.name = name
    guard let command else { return }
    guard workspace.notices.writeAll() else { return }
    do throws(OwnCommandError) {
      try begin(command, on: rows)
    } catch .store(let error) {
      // The caller retries if another program has locked the database.
      throw error
    } catch {
      workspace.stack.message = .problem(OwnCommandWording.sentence(error, name))
    }
  }

  private func begin(_ command: OwnCommand, on rows: RowSet) throws(OwnCommandError) {
    let words = try words(of: command, for: rows)
    guard let program = Self.program(words[0]) else { throw .noProgram(words[0]) }
    if command.output == .rows, case .rows(let ids) = rows,
      ids.contains(where: { $0.table != workspace.listing.schema.id })
    {
      throw .otherTable
    }
    if command.output == .screen { return runOnScreen([program] + words.dropFirst()) }
    do throws(StoreError) {
      try start(command, program, Array(words.dropFirst()), rows)
    } catch {
      throw .store(error)
    }
  }

  private static func program(_ word: String) -> String? {
    let path = Text(word).expandingHome.string
    return path.contains("/") ? access(path, X_OK) == 0 ? path : nil : Environment.program(path)
  }

  private func words(of command: OwnCommand, for rows: RowSet) throws(OwnCommandError) -> [String] {
    guard !command.fields.isEmpty else { return command.words }
    guard case .rows(let ids) = rows, ids.count == 1, let id = ids.first else { throw .severalRows }
    return try command.resolved { name throws(OwnCommandError) in try text(of: name, in: id) }
  }

  private func text(of name: String, in id: RecordID) throws(OwnCommandError) -> String {
    let (schema, field, value): (Schema, Int?, Value)
    do throws(StoreError) {
      schema = try workspace.store.schema(of: id.table)
      field = schema.field(named: name)
      value = if let field { try workspace.store.shelf.read(field, of: id) } else { .null }
    } catch {
      throw .store(error)
    }
    guard let field else {
      if schema.key.columns == [name], let rowid = id.rowid { return String(rowid) }
      throw .noField(name, schema.table)
    }
    guard let text = value.plainText, !text.isEmpty, !text.contains("\0") else {
      throw .noValue(schema.fields[field].label)
    }
    return text
  }

  private func runOnScreen(_ words: [String]) {
    let end = workspace.terminal.run(words)
    workspace.terminal.invalidate()
    workspace.stack.message = OwnCommandWording.ended(end, name)
  }

  private func start(
    _ command: OwnCommand, _ program: String, _ arguments: [String], _ rows: RowSet
  ) throws(StoreError) {
    let files = try TemporaryFiles()
    self.files = files
    let export = command.takesRows ? try export(rows, to: files.path(of: "rows.ndjson")) : nil
    thread.start(OwnCommandWording.running(name), asksBeforeLeaving: false) { thread -> End? in
      do throws(StoreError) {
        if var export {
          export.storeOptions.isUnwanted = { thread.isCancelled }
          _ = try export.run(of: try export.open())
        }
      } catch {
        return .notExported(error)
      }
      do throws(SystemError) {
        let run = try PipedProgram(program, arguments, reading: export?.output ?? "/dev/null")
        return .ran(try run.exchange(upTo: Self.outputLimit) { thread.isCancelled })
      } catch {
        return .notStarted(error)
      }
    } end: { [unowned self] in
      take($0)
    }
  }

  private func export(_ rows: RowSet, to path: String) throws(StoreError) -> FileExport {
    let list = workspace.listing.schema.id
    guard case .rows(let ids) = rows, let table = ids.first?.table, table != list else {
      return fileExport(transfers.rows(.marked, marked: rows), of: list, to: path)
    }
    // The row may be a record that is shown over the list of another table.
    var query = RowQuery()
    query.markedRows = rows
    query.query = Query("is:marked", in: try workspace.store.schema(of: table))
    return fileExport(query, of: table, to: path)
  }

  private func fileExport(_ rows: RowQuery, of table: TableID, to path: String) -> FileExport {
    var export = FileExport(from: workspace.store.path, storeOptions: workspace.store.options)
    (export.table, export.output, export.replaces) = (table, path, true)
    (export.options.rows, export.options.format, export.options.hasKey) = (rows, .ndjson, true)
    return export
  }

  private func take(_ end: End) -> ErrandNews? {
    switch end {
    case .notStarted(let error):
      workspace.stack.message = .problem(OwnCommandWording.sentence(.notStarted(error.reason), name))
    case .notExported(let error): workspace.stack.message = .problem(StoreWording.sentence(error))
    case .ran(let outcome):
      let isRows = command?.output == .rows && outcome.exitStatus == 0 && !outcome.isTooLong
      if isRows, !outcome.output.isEmpty {
        showRows(outcome.output)
      } else {
        workspace.stack.message = OwnCommandWording.ended(outcome, name, hasNoRows: isRows)
      }
    }
    return nil
  }

  private func showRows(_ bytes: [UInt8]) {
    guard let path = files?.path(of: name + ".ndjson"), (try? files?.write(bytes, to: path)) != nil else {
      return workspace.stack.message = .problem(StoreWording.sentence(.full))
    }
    transfers.replacing = Text(path)
    transfers.importFile(ImportRequest(Text(path), isTrial: true))
  }
}

private enum OwnCommandError: Error {
  case noProgram(String)
  case severalRows
  case noField(String, String)
  case noValue(String)
  case otherTable
  case notStarted(String)
  case store(StoreError)
}

private enum OwnCommandWording {
  static func sentence(_ error: OwnCommandError, _ name: String) -> String {
    switch error {
    case .noProgram(let word):
      "There is no program “\(word)”. Check run in [commands.\(name)] of the settings."
    case .severalRows: "\(name) takes one row, because its arguments name a field. Select one, and mark none."
    case .noField(let field, let table): "“\(table)” has no field “\(field)”, which \(name) needs."
    case .noValue(let label): "The row has no \(label), which \(name) needs."
    case .otherTable: "\(name) changes rows of the list. Run it in the list of this row's table."
    case .notStarted(let reason): "\(name) could not be started: \(reason)."
    case .store(let error): StoreWording.sentence(error)
    }
  }

  static func running(_ name: String) -> String { "Running \(name)" }

  static func ended(_ end: ProgramEnd, _ name: String) -> Message? {
    switch end {
    case .exited(0): nil
    case .exited(let status): .problem("\(name) ended with status \(status).")
    case .signalled(let number): .problem("Signal \(number) ended \(name).")
    case .notStarted(let number): .problem(sentence(.notStarted(SystemError(number).reason), name))
    }
  }

  static func ended(_ outcome: PipedProgram.Outcome, _ name: String, hasNoRows: Bool) -> Message {
    if outcome.isTooLong { return .problem("\(name) printed too much, and was ended.") }
    let line = lastLine(of: outcome.output)
    switch outcome.exitStatus {
    case 0?: return Message(hasNoRows ? "\(name) gave no rows." : line ?? "\(name) is done.")
    case let status?:
      let said = lastLine(of: outcome.errors) ?? line
      return .problem("\(name) ended with status \(status)" + (said.map { ": \($0)" } ?? "."))
    case nil: return .problem("Signal \(outcome.signal) ended \(name).")
    }
  }

  private static func lastLine(of bytes: [UInt8]) -> String? {
    let end = String(decoding: bytes.suffix(4_096), as: UTF8.self)
    let line = end.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
    return line.map { Wording.shortened(String($0), to: 200) }
  }
}

/// A temporary folder, which is removed with the last reference.
package final class TemporaryFiles {
  private let folder: WorkFolder

  package init() throws(StoreError) {
    folder = try WorkFolder.forStore()
  }

  package func path(of name: String) -> String { folder.path + "/" + name }

  package func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try WholeFile(path, replaces: true, isPrivate: true)
    try DescriptorBytes.writeAll(bytes, to: file.descriptor)
    try file.finish(syncs: false)
  }
}
