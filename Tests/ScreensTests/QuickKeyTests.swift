import Cells
import Records
import Testing

@testable import Screens

/// The keys that change rows at once: their stars, their status, and the shelf that they are on.
@Suite struct QuickKeyTests {
  private static let schema = {
    var schema = Schema(
      of: "book",
      ["Title": .text, "Rating": .rating, "Status": .choice(["to read", "reading", "read", "stopped"])])
    schema.related = [.shelves]
    return schema
  }()

  private static let first = RowSet.rows([.rowid(1)])
  private static let firstTwo = RowSet.rows([.rowid(1), .rowid(2)])

  static func screen(_ keys: String = "", _ size: Size = .usual, isReadOnly: Bool = false) -> StackBuilder {
    let books: [[Value]] = [["Emma", .real(3), "reading"], ["Kim", .null, .null], ["Saga", .null, "read"]]
    return StackBuilder(books, size, keys, isReadOnly: isReadOnly, schema: schema)
  }

  private func stars(_ value: Value, _ rows: RowSet = Self.first, goesOn: Bool = false) -> Effect {
    .quick(.set(rows, of: Self.schema.id, field: 1, value, goesOn: goesOn))
  }

  private func status(_ value: Value, _ rows: RowSet = Self.first) -> Effect {
    .quick(.set(rows, of: Self.schema.id, field: 2, value))
  }

  @Test("Stars that are typed and the menus are as recorded") func golden() throws {
    try Golden.check("stars") { Self.screen("r4", $0).stack }
    try Golden.check("status-menu") { Self.screen("t", $0).stack }
    try Golden.check("shelf-menu") { size in
      .opening(size) { $0.openShelves(["favourites", "to lend"], for: Self.first, Self.schema) }
    }
  }

  @Test("A digit after r sets the stars at once, a point adds a half in the same step, and 0 takes them away")
  func rating() {
    var screen = Self.screen()
    screen.press("r", to: .stars, shows: "★ 1 to 5, 0 for none; a point adds a half")
    #expect(screen.effects.isEmpty)
    screen.press("4", to: .stars, asks: stars(.real(4)), shows: ". half more")
    screen.press(".", to: .list, asks: stars(.real(4.5), goesOn: true))
    screen.press("r0", asks: stars(.null))
    screen.press(".", asks: stars(.real(0.5), goesOn: true))
    screen.press("⎋  r2", asks: stars(.real(2), Self.firstTwo), shows: "✓ 2")
    // What moves the selection does not move the half to another row.
    screen.receive(.selected(0))
    screen.press(".", asks: stars(.real(2.5), Self.firstTwo, goesOn: true))
  }

  @Test("After the stars, Enter and Esc only end it, and any other key does what it usually does")
  func afterStars() {
    for keys in ["r⏎", "r⎋", "r4⏎", "r4⎋", "r⌃c"] { #expect(Self.screen(keys).mode == .list, "\(keys)") }
    var screen = Self.screen("r42")
    #expect(screen.mode == .jump && screen.effects.count == 1)
    screen = Self.screen("r4↓")
    screen.press("", to: .list, at: 1)
    screen = Self.screen("r5.")
    #expect(screen.mode == .list && screen.message == ". does nothing here. ? shows the keys.")
    #expect(Self.screen("r?").mode == .help)
  }

  @Test("A status is chosen by its number, by a letter that only it begins with, or by Enter")
  func choosing() {
    for (keys, value) in [
      ("t3", "read"), ("tt", "to read"), ("ts", "stopped"), ("t0", .null), ("tn", .null), ("t⏎", "reading"),
      ("trr⏎", "reading"), ("tr⏎", "read"),
    ] as [(String, Value)] {
      var screen = StackBuilder([["Emma", .real(3), "reading"]], schema: Self.schema)
      screen.show(columns: [2])
      screen.press(keys, to: .list, asks: status(value))
    }
    var screen = Self.screen("t")
    screen.press("r", to: .menu, shows: "2 reading")
    #expect(screen.effects.isEmpty)
    #expect(Self.screen("  t2").effects.last == status("reading", Self.firstTwo))
  }

  @Test("A asks for the last shelf, and the menu takes one by its number or letter, or a new name")
  func shelves() {
    var list = Self.screen()
    list.press("A", asks: .quick(.shelve(Self.first, of: Self.schema.id)))
    list.press("  A", asks: .quick(.shelve(Self.firstTwo, of: Self.schema.id)))
    for (keys, shelf) in [("2", "to lend"), ("f", "favourites"), ("⏎", "favourites"), ("0Summer⏎", "Summer")]
    {
      var stack = Self.screen().stack
      stack.openShelves(["favourites", "to lend"], for: Self.first, Self.schema)
      #expect(stack.press(keys).last == .quick(.put(Self.first, of: Self.schema.id, on: shelf)), "\(keys)")
      #expect(stack.mode == .list)
    }
  }

  @Test("In a record, the keys are about it, whatever is marked") func record() {
    var screen = Self.screen(" k⏎")
    screen.press("r", to: .stars)
    screen.press("4.", to: .detail, asks: stars(.real(4.5), goesOn: true))
    #expect(screen.effects.suffix(2).first == stars(.real(4)))
    screen.press("t⏎", to: .detail, asks: status("reading"))
    screen.press("A", asks: .quick(.shelve(Self.first, of: Self.schema.id)))
    screen.press("r7", to: .detail)
    #expect(screen.message == "7 does nothing here. ? shows the keys.")
  }

  @Test(
    "What cannot be changed says so, and where there are no stars, statuses or shelves the keys mean nothing")
  func elsewhere() {
    for key in ["r", "t", "A"] {
      var screen = Self.screen(key, isReadOnly: true)
      #expect(screen.message == Wording.readOnly.text && screen.mode == .list, "\(key)")
      screen = StackBuilder(.usual, key)
      #expect(screen.message == "\(key) does nothing here. ? shows the keys.")
    }
    Self.screen("?/shelf used").shows("on the shelf used last")
    StackBuilder(.usual, "?/shelf used").shows("Nothing matches “shelf used”.")
  }
}
