import EditLog
import Listings
import Records
import SQLite

/// Checks whether rows are still those that were read, listed or shown in a question.
public struct RowIdentities {
  let database: Database
  let records: RecordTable
  let lists: Lists

  private var connection: Connection { database.connection }

  /// The titles of rows for a question, one statement each: by the time of the answer, other rows may have their keys.
  public func seenTitles(of ids: some Sequence<RecordID>) throws(StoreError) -> SeenTitles {
    let version = database.dataVersion
    var titles: [RecordID: Value] = [:]
    for id in ids { titles[id] = try heldTitle(of: id) }
    return SeenTitles(titles: titles, version: version)
  }

  /// A row's title as a list shows it; nil if the row is gone.
  public func shownTitle(of id: RecordID) throws(StoreError) -> Value? {
    if let values = records[id]?.shownValues {
      return try database.schema(of: id.table).title(of: values).head
    }
    return try heldTitle(of: id)
  }

  private func heldTitle(of id: RecordID) throws(StoreError) -> Value? {
    try RowReader(connection: connection, sql: try database.sql(of: id.table)).title(of: id)?.head
  }

  /// Checks in a transaction that rows are still those that were seen, if another program has written since.
  func checkAreSame(_ ids: [RecordID], _ seen: SeenTitles?) throws(StoreError) {
    let version = connection.dataVersion
    let isRecordOld = version == nil || version != database.baseline
    let isListOld = version == nil || version != database.seenVersions.data
    let isQuestionOld = seen.map { version == nil || version != $0.version } ?? false
    guard isRecordOld || isListOld || isQuestionOld else { return }
    for id in ids {
      if isRecordOld, let read = records[id].flatMap(ReadRow.init) { try checkIsSame(id, as: read) }
      let isHeld = records[id]?.values != nil
      let asked = isQuestionOld ? seen?.titles[id] : nil
      if let title = asked ?? (isListOld && !isHeld ? lists.listedTitle(of: id) : nil),
        let held = try heldTitle(of: id), held != title.head
      {
        throw .rowReplaced
      }
    }
  }

  private func checkIsSame(_ id: RecordID, as read: ReadRow) throws(StoreError) {
    let sql = try database.sql(of: id.table)
    guard let row = try RowReader(connection: connection, sql: sql).read(id) else { return }
    guard read.isSame(as: row, in: sql.schema) else { throw .rowReplaced }
  }

  /// Checks before a deletion that a row is as it was inserted, or will be after the edits that are undone first.
  func checkIsAsLeft(_ change: Change, expecting expected: [String: Value] = [:]) throws(StoreError) {
    let id = try database.recordID(of: change.row)
    guard case .deletion(let image) = change.content, var held = try database.heldCells(of: id) else {
      throw .rowGone
    }
    for place in held.indices { held[place].value = expected[held[place].column] ?? held[place].value }
    // The row's unwritten edits would be lost with it.
    guard records[id]?.originals.isEmpty != false, image.isDigest(of: held) else { throw .changedSince }
  }
}

/// The titles of rows at the time when the person was asked about them.
public struct SeenTitles: Hashable, Sendable {
  let titles: [RecordID: Value]
  /// The store's data version before the titles were read.
  let version: Int64?
}
