import ArgumentParser
import BookStore
import Browser
import Formats
import Platform
import Records
import Screens
import Transfers

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Print the tables, and with --json everything that a program may need.",
    usage: "booklist info [--json] [--file <path>]",
    discussion: """
      --json prints one object with the file, the tables with their rows, fields, keys, indexes, triggers and SQL, the formats, the commands and the limits. \
      Standard error names what a program has left unsaved that died.

      Exit status: as for booklist list.
      """)

  @OptionGroup var library: FileOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    try CommandRun(library: library).read { store in
      let text = json ? try description(store) : try table(store)
      try OutputStream.writeAll(text.utf8)
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

  private func table(_ store: BookStore) throws -> String {
    var table = TextTable(["table", "rows", "key", "fields"], areNumbers: [false, true, false, false])
    var text = TextTable.safe(store.path) + "\n"
    for entry in store.tables {
      guard let schema = try? store.schema(of: entry.id) else {
        text += table.lines(of: [entry.name, "–", "–", "cannot be read"])
        continue
      }
      let count = try count(of: entry.id, store).map { Wording.number($0) } ?? "–"
      let key = schema.key == .position ? "–" : schema.key.columns.joined(separator: ", ")
      let fields = schema.fields.map(\.column).joined(separator: ", ")
      text += table.lines(of: [entry.name, count, key, fields])
    }
    return text + table.rest()
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
