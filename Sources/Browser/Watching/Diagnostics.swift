import BookStore
import Formats
import MemoryPressure
import Platform
import Records
import Screens

/// Logs the program's decisions and their reasons, and traces each statement, access and warning.
///
/// Files are written only if the person names them, and never contain values of the database: statements have `?` instead.
final class Diagnostics: Errand {
  let kind = ErrandKind.diagnostics
  private unowned let workspace: Workspace
  private var log: Int32 = -1
  private var trace: Int32 = -1
  private var lastStatements: [ObjectIdentifier: Int] = [:]
  private var lastCounts = (hydrated: 0, dirty: 0)
  private var lastMessage: Message?

  init(_ workspace: Workspace) { self.workspace = workspace }

  deinit { for file in [log, trace] where file >= 0 { close(file) } }

  func begin() {
    let settings = workspace.settings
    if let path = settings.logFile { log = file(path) }
    if let path = settings.traceFile { trace = file(path) }
    if trace >= 0 { workspace.store.observation.isObserved = true }
    lastMessage = workspace.stack.message
    if !isOver { workspace.errands.begin(self) }
    note("opened \(workspace.store.path), \(workspace.store.isReadOnly ? "read-only" : "read-write")")
    note(
      "memory budget \(settings.memoryBudget) bytes, written back after \(settings.writeAfter) s, saved on \(settings.saveOn.rawValue)"
    )
  }

  private func file(_ path: String) -> Int32 {
    do throws(StoreError) {
      try workspace.store.files.checkIsForeign(Text(path))
    } catch {
      workspace.stack.message = .problem(StoreWording.sentence(error, in: path))
      return -1
    }
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    if file < 0 { workspace.stack.message = StoreWording.cannotWrite(path, errno: errno) }
    return file
  }

  func note(_ text: @autoclosure () -> String) {
    guard log >= 0 else { return }
    let line = text().map { $0.isNewline ? " " : $0 }
    try? DescriptorBytes.writeAll(
      (MomentText.text(SystemClock.secondsSince1970) + "  " + String(line) + "\n").utf8, to: log)
  }

  var isOver: Bool { log < 0 && trace < 0 }

  func refresh() {
    if let message = workspace.stack.message, message != lastMessage { note("said: \(message.text)") }
    lastMessage = workspace.stack.message
    guard trace >= 0 else { return }
    let (observation, store) = (workspace.store.observation, ObjectIdentifier(workspace.store))
    observation.isObserved = true
    var lastStatement = lastStatements[store, default: 0]
    for statement in observation.statements(after: lastStatement) {
      if statement.number > lastStatement + 1 {
        write("lost", [("statements", .number(String(statement.number - lastStatement - 1)))])
      }
      write(statement)
      lastStatement = statement.number
    }
    lastStatements[store] = lastStatement
    let counts = workspace.store.counts
    if (counts.hydrated, counts.dirty) != lastCounts {
      lastCounts = (counts.hydrated, counts.dirty)
      write(
        "records",
        [
          ("hydrated", .number(String(counts.hydrated))), ("dirty", .number(String(counts.dirty))),
          ("bytes", .number(String(counts.byteCount))),
        ])
    }
  }

  func startAgain() {
    lastStatements = [:]
    note("opened \(workspace.store.path) again")
  }

  func noteWarning(_ result: Dehydration, from origin: MemoryWarning.Origin?) {
    write(
      "warning",
      [
        ("origin", .string(origin.map { "\($0)" } ?? "key")),
        ("written", .number(String(result.writeBack.writtenCount))),
        ("freed", .number(String(result.freedByteCount))),
      ])
  }

  private func write(_ statement: StatementRecord) {
    write(
      "statement",
      [
        ("purpose", .string(statement.purpose == .writeBack ? "write-back" : "\(statement.purpose)")),
        ("microseconds", .number(String(statement.nanoseconds / 1_000))),
        ("rows", .number(String(statement.rowCount))),
        ("sql", .string(statement.sql)),
      ], at: statement.startedAt)
  }

  private func write(
    _ event: String, _ members: [(name: String, value: JSONValue)], at seconds: Double? = nil
  ) {
    guard trace >= 0 else { return }
    // In milliseconds, which fit in JSON's numbers.
    let time = Int((seconds ?? SystemClock.secondsSince1970) * 1_000)
    let object = JSONValue.object([("time", .number(String(time))), ("event", .string(event))] + members)
    try? DescriptorBytes.writeAll((object.text + "\n").utf8, to: trace)
  }
}
