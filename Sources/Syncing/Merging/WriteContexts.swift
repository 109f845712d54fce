import Records
import SQLite

/// What machines had seen when they wrote earlier files.
final class WriteContexts {
  private let shadow: Shadow
  private var known: [Write: FileContext] = [:]

  init(_ shadow: Shadow) { self.shadow = shadow }

  func of(_ write: Write) throws(SyncError) -> FileContext {
    if let context = known[write] { return context }
    let text = try shadow.rows(
      "SELECT known FROM file WHERE machine = ? AND number = ?",
      [.integer(write.machine), .integer(write.number)]
    ) { $0.string(at: 0) }.first
    let numbers = try shadow.indexed(CausalVector(text: text ?? "") ?? CausalVector())
    let context = FileContext(
      write: write, known: numbers, isJoining: text == "joining" || write.machine == 0, isOwn: false)
    known[write] = context
    return context
  }
}
