import Records

/// Rows that come, go or change in one transaction, with what is logged of it, and with all that goes along.
final class RowTransaction {
  /// What it is logged as.
  var purpose: LogPurpose
  /// What was logged so far.
  var appended: EditLog.Appended?
  /// The rows whose deletion the log has already.
  var logged: Set<RecordID> = []
  /// The rows whose dependents are being looked for, each of which points to the one before.
  private(set) var visits: [Visit] = []
  /// Rows that are logged and go only with a row in `visits`, whose place there it is.
  private var postponed: [RecordID: Int] = [:]
  /// How many rows of each table went along.
  var counts: [TableID: Int] = [:]
  /// Those of them that have records.
  var held: [RecordID] = []
  /// The fields of tables that were set in some rows.
  var fields: [TableID: Set<Int>] = [:]
  /// What was set in the rows that have records.
  var changed: [(id: RecordID, held: FieldValue)] = []
  /// How many rows were changed.
  var changedCount = 0
  /// Rows whose fields take their defaults, and the changes that say so.
  var defaults: [(id: RecordID, fields: [Int], changes: [Int64])] = []

  init(_ purpose: LogPurpose) {
    self.purpose = purpose
  }

  /// How many rows went or changed along with those that were to be deleted.
  var otherCount: Int { counts.values.reduce(changedCount, +) }

  /// The levels that rows may go with one another: as many as SQLite is allowed, which would say the same.
  static let largestDepth = 100

  /// A row whose dependents are being looked for.
  struct Visit {
    let id: RecordID
    /// The first place in `visits` that something leads back to from here.
    var circle: Int
  }

  /// Begins to look for the dependents of a row.
  func begin(_ id: RecordID) { visits.append(Visit(id: id, circle: visits.count)) }

  /// Whether a row is being deleted already; where it is, the last of the visited ones waits for it.
  ///
  /// Else the database would delete it as soon as the last one goes, with rows that are not logged yet.
  func meets(_ id: RecordID) -> Bool {
    guard let place = visits.firstIndex(where: { $0.id == id }) ?? postponed[id] else { return false }
    visits[visits.count - 1].circle = min(visits[visits.count - 1].circle, place)
    return true
  }

  /// Whether a row was logged and is still there.
  func isPostponed(_ id: RecordID) -> Bool { postponed[id] != nil }

  /// Ends with the last row, all of whose dependents are logged; whether it can go now.
  ///
  /// This is how Tarjan finds strongly connected components (1972), of which most are single rows.
  func end(_ id: RecordID) -> Bool {
    let circle = visits.removeLast().circle
    let place = visits.count
    guard circle < place else {
      if !postponed.isEmpty { postponed = postponed.filter { $0.value < place } }
      return true
    }
    postponed = postponed.mapValues { $0 >= place ? circle : $0 }
    postponed[id] = circle
    visits[place - 1].circle = min(visits[place - 1].circle, circle)
    return false
  }
}
