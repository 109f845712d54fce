import Records
import Screens

extension InspectorState {
  /// What an inspector may be told in the middle of things.
  static let example = example(naming: "War and Peace")

  /// The same, with a name wherever one can be.
  static func example(naming name: String) -> InspectorState {
    let fillings: [RecordMap.Filling] = [.hydrated, .some, .dirty, .someDirty, .known]
    let cells = (0..<400).map { RecordMap.Cell(fillings[$0 % 5], isShown: 3...6 ~= $0) }
    return InspectorState(
      map: RecordMap(cells: cells, rowsPerCell: 250, order: .key), statements: statements(name),
      groups: groups(name), statementCount: 1_204, history: history, unseenCount: 1_203,
      nextToGo: [
        ReleaseEntry(id: .rowid(1), title: .text(Text(name)), isDirty: false, byteCount: 312, age: 7_300),
        ReleaseEntry(id: .rowid(2), title: .null, isDirty: true, byteCount: 40_960, age: 119),
      ], budget: 32 << 20, secondsFromUTC: 3_600)
  }

  /// Ten looks, one of them twice, and what is among the statements.
  private static func groups(_ name: String) -> [StatementGroup] {
    let others = statements(name)
    let rowids: [Int64] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10]
    let looks = rowids.map { rowid in
      var look = others[1]
      (look.values, look.record) = ([.integer(rowid)], .rowid(rowid))
      return look
    }
    return StatementGroup.groups(of: others + looks, rangeSize: 512)
  }

  private static func statements(_ name: String) -> [StatementRecord] {
    let select = "SELECT title, copyright, author FROM book WHERE pk = ?"
    return [
      StatementRecord(
        number: 1, startedAt: 29_522, nanoseconds: 412_000,
        sql: "SELECT pk, title FROM book LIMIT ?",
        values: [.integer(256)], rowCount: 256, purpose: .list),
      StatementRecord(
        number: 2, startedAt: 29_523, nanoseconds: 41_300, sql: select, values: [.integer(3)], rowCount: 1,
        purpose: .hydrate, record: .rowid(3)),
      StatementRecord(
        number: 3, startedAt: 29_524, nanoseconds: 9_000, sql: "BEGIN IMMEDIATE", purpose: .writeBack),
      StatementRecord(
        number: 4, startedAt: 29_524.5, nanoseconds: 3_200_000,
        sql: "UPDATE book SET author = ? WHERE pk = ?",
        values: [.text(Text(name)), .integer(3)], rowCount: 1, purpose: .writeBack, record: .rowid(3),
        work: StatementWork(steps: 1_214, scanSteps: 99, sorts: 1)),
    ]
  }

  private static let history: [MemoryFigures] = (0..<120).map { second in
    var figures = MemoryFigures(
      records: second < 90 ? 2_048 * second : 0, sqlite: 2_200_000,
      anonymous: 9_000_000 + 60_000 * (second % 90), resident: 21_000_000 + 60_000 * (second % 90),
      free: second < 90 ? 180_000 : 900_000)
    figures.isAfterWarning = second == 90
    return figures
  }
}
