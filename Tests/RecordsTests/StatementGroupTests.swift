import Records
import Testing

/// What is said of statements that are similar, and of those that are identical.
@Suite struct StatementGroupTests {
  private static let look = "SELECT title FROM book WHERE pk = ?"

  private func looks(_ rowids: [Int64], at start: Int = 1) -> [StatementRecord] {
    rowids.enumerated().map { index, rowid in
      StatementRecord(
        number: start + index, startedAt: 0, nanoseconds: 1_000, sql: Self.look, values: [.integer(rowid)],
        rowCount: 1, purpose: .hydrate, record: .rowid(rowid))
    }
  }

  @Test(
    "A thousand looks are N+1, and ranges would be as many as the store's own",
    arguments: [(7, nil), (8, 1), (512, 1), (513, 2), (1_000, 2)])
  func ranges(_ count: Int, _ expected: Int?) throws {
    let groups = StatementGroup.groups(of: looks((1...Int64(count)).map { $0 }), rangeSize: 512)
    let group = try #require(groups.first)
    #expect(groups.count == 1)
    #expect(group.count == count && group.rowCount == count && group.nanoseconds == 1_000 * count)
    #expect(group.identicalCount == 0)
    #expect(group.rangeCount == expected)
  }

  @Test("A person who looks at one record after the other is no N+1") func paging() throws {
    var runs = looks((1...100).map { $0 })
    for index in runs.indices { runs[index].startedAt = Double(index) * 0.3 }
    #expect(try #require(StatementGroup.groups(of: runs, rangeSize: 512).first).rangeCount == nil)
  }

  @Test("Runs with values that an earlier run had are identical, and their rows are read once by a range")
  func identical() throws {
    let runs = looks(Array(repeating: 1, count: 600) + [2])
    let group = try #require(StatementGroup.groups(of: runs, rangeSize: 512).first)
    #expect(group.identicalCount == 599)
    #expect(group.rangeCount == 1)
    #expect(group.latest == runs[600])
  }

  @Test("Values that are not kept whole are not called identical") func cut() throws {
    let long = Value.text(Text(String(repeating: "x", count: StatementRecord.maximumByteCount)))
    let runs = (1...3).map {
      StatementRecord(number: $0, startedAt: 0, nanoseconds: 1, sql: "a ?", values: [long])
    }
    #expect(try #require(StatementGroup.groups(of: runs, rangeSize: 512).first).identicalCount == 0)
  }

  @Test("Neither writes nor lists are N+1, and the group with the most runs comes first") func others() {
    let writes = (1...20).map { number in
      StatementRecord(
        number: number, startedAt: 0, nanoseconds: 1, sql: "UPDATE book SET title = ? WHERE pk = ?",
        rowCount: 1, purpose: .writeBack, record: .rowid(Int64(number)))
    }
    let pages = (1...30).map {
      StatementRecord(
        number: 20 + $0, startedAt: 0, nanoseconds: 1, sql: "SELECT pk, title FROM book LIMIT ?",
        values: [.integer(Int64($0))], rowCount: 256, purpose: .list)
    }
    let groups = StatementGroup.groups(of: writes + pages + looks([1, 2], at: 51), rangeSize: 512)
    #expect(groups.map(\.count) == [30, 20, 2])
    #expect(groups.map(\.rangeCount) == [nil, nil, nil])
    #expect(groups.map(\.rowCount) == [7_680, 20, 2])
  }
}
