import Records
import Testing

/// Sets of rows, of which some name only what they leave out.
@Suite struct RowSetTests {
  private let one = RecordID.rowid(1)
  private let two = RecordID.rowid(2)

  @Test("a row that is put in is in, and taken out is out, of either kind", arguments: [RowSet.none, .all])
  func toggling(_ start: RowSet) {
    var rows = start
    let before = rows.contains(one)
    rows.toggle(one)
    #expect(rows.contains(one) != before)
    #expect(rows.contains(two) == before)
    rows.toggle(one)
    #expect(rows == start)
  }

  @Test("the count of all is that of the list without the exceptions") func counting() {
    #expect(RowSet.rows([one, two]).count(in: .atLeast(9)) == .exactly(2))
    #expect(RowSet.all(except: [one]).count(in: .exactly(9)) == .exactly(8))
    #expect(RowSet.all(except: [one]).count(in: .atLeast(9)) == .atLeast(8))
    #expect(RowSet.all(except: [one]).count(in: .exactly(0)) == .exactly(0))
  }

  @Test("rows that are gone are in no set, and no exceptions either") func forgetting() {
    var rows = RowSet.rows([one, two])
    rows.forget(.rows([one]))
    #expect(rows == .rows([two]))
    rows.forget(.all(except: [two]))
    #expect(rows == .rows([two]))
    rows.forget(.all)
    #expect(rows.isEmpty)
    rows = .all(except: [one, two])
    rows.forget(.rows([one]))
    #expect(rows == .all(except: [two]))
    rows.forget(.all)
    #expect(rows.isEmpty)
  }

  @Test("an order from the other end keeps its field") func reversing() {
    #expect(ListOrder(field: 1).reversed == ListOrder(field: 1, isDescending: true))
    #expect(ListOrder.own.reversed.reversed == .own)
  }
}
