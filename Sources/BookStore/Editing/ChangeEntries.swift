import EditLog
import Listings
import Records

struct ChangeEntries {
  let database: Database
  let records: RecordTable

  func entry(_ line: LogHistory.Line) -> ChangeEntry {
    let change = line.change
    let id = try? database.recordID(of: change.row)
    let fields = id.flatMap { try? database.schema(of: $0.table) }?.fields ?? []
    let field = fields.firstIndex { $0.column == change.column }
    var (before, after) = (Value.null, Value.null)
    if case .edit(_, let old, let new) = change.content { (before, after) = (old, new) }
    var entry = ChangeEntry(
      number: line.number, step: line.step, time: line.time, kind: change.kind, cause: line.cause, id: id,
      title: change.title, field: field, label: field.map { fields[$0].label } ?? change.column ?? "",
      before: before, after: after, state: state(of: line, id, field), rowCount: line.rowCount)
    if case .field(let field) = change.content { entry.fieldChange = field }
    return entry
  }

  /// A change of this session does not count as unwritten if it leaves nothing to write.
  private func state(of line: LogHistory.Line, _ id: RecordID?, _ field: Int?) -> Change.State {
    guard line.state == .pending, line.isOwn, let id, let field,
      case .edit(_, _, let after) = line.change.content, records[id]?.original(at: field) == nil
    else { return line.state }
    // The log returns longer values truncated.
    guard let value = records[id]?.value(at: field), value.payloadByteCount <= 256 else { return .written }
    return (try? database.isSame(after, value, field, id.table)) == false ? .discarded : .written
  }

  func entry(_ entry: AbandonedEntry) -> ChangeEntry {
    self.entry(
      LogHistory.Line(
        number: entry.numbers.last ?? 0, step: entry.steps.last ?? 0, time: entry.times.upperBound,
        cause: .edit, state: .abandoned, change: entry.change))
  }
}
