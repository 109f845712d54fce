import Cells
import Records
import Testing

@testable import Screens

/// The list and the record side by side, each in a frame.
@Suite struct PaneTests {
  private static let schema = Schema(
    of: "book",
    [
      "Title": .text, "Author": .text, "Status": .choice(["to read", "reading", "read", "stopped"]),
      "Rating": .rating,
    ])

  private static let books: [[Value]] = [
    ["Emma", "Jane Austen", "reading", .null], ["Kim", "Rudyard Kipling", .null, .real(3)],
    ["Saga", "Ann Author", "read", .real(4)], ["Wave", "Ann Author", "to read", .null],
    ["Zero", "Ann Author", "stopped", .null],
  ]

  private func screen(_ size: Size, _ keys: String = "v", columns: [Int] = [1, 2, 3]) -> StackBuilder {
    var screen = StackBuilder(Self.books, size, schema: Self.schema)
    screen.show(columns: columns)
    screen.press(keys)
    screen.rest()
    return screen
  }

  private func role(_ column: Int, _ row: Int, _ screen: StackBuilder) -> Role {
    screen.stack.frame()[column, row].role
  }

  /// The golden “split” has the frames while the list has the focus.
  @Test("The frame of a record that has the focus is in the accent, and has the bar on its upper edge")
  func frames() {
    var screen = screen(Size(100, 24))
    screen.press("⏎", to: .detail, shows: "╮╭ ‹ Books ─ Emma ─")
    #expect([0, 55].allSatisfy { role($0, 5, screen) == .border && role($0, 0, screen) == .border })
    #expect([56, 99].allSatisfy { role($0, 5, screen) == .focusedBorder })
  }

  @Test("Few rows or columns have one line between the panes or none, and so has a screen with the inspector")
  func room() {
    for (size, keys, hasFrames) in [
      (Size(100, 20), "v", true), (Size(100, 19), "v", false), (Size(99, 40), "v", false),
      (Size(160, 50), "", false), (Size(160, 50), "vi", false), (Size(160, 50), "v", true),
    ] {
      #expect(screen(size, keys).text.contains("╭") == hasFrames, "\(size) \(keys)")
    }
  }

  @Test("A frame costs two rows and two columns, and all that is between it is the list's") func contents() {
    var screen = StackBuilder(StackBuilder.volumes(60), Size(100, 24), "v")
    screen.shows("Volume 20 ", hides: "Volume 21 ")
    screen.press("↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓", shows: "Volume 21 ", hides: "Volume 1 ")
    screen.press("⇲", shows: "Volume 60 ")
  }

  @Test("In a frame a status is a sign before the title, unless the rows are sorted by it") func signs() {
    var screen = screen(Size(100, 24))
    screen.shows(
      "│  ▸ Emma", "│    Kim", "│  ✓ Saga", "│  ○ Wave", "│  × Zero",
      "│    Title                    Author          Rating")
    #expect(role(3, 4, screen) == .dim && role(3, 5, screen) == .content)
    screen.press("↓")
    #expect(role(3, 2, screen) == .action)
    screen.press(" ", shows: "│✓   Kim", "│  ✓ Saga")
    screen.press("⎋ss⏎")
    #expect(screen.order.field == 2)
    screen.shows("Status ↑", "reading", hides: "▸")
    // The record beside it has the word in any case, and so has a list without a frame.
    self.screen(Size(80, 24)).shows("Status", "reading", "to read", hides: "▸")
    self.screen(Size(100, 24), columns: [1, 3]).shows("Author", hides: "▸", "✓")
  }

  @Test("A loan has its direction as a sign, and the book rather than the whole name of the person")
  func loans() {
    let loans = Schema(
      of: "loan",
      [
        "Person": .text, "Book": .text, "Direction": .choice(["lent", "borrowed"]), "Lent on": .text,
        "Due": .text, "Back on": .text,
      ])
    let rows: [[Value]] = [
      [
        "The Public Library of Somewhere", "Emma by Jane Austen", "borrowed", "2024-01-01", "2024-02-02",
        .null,
      ],
      ["Anna", "Kim", "lent", "2024-01-01", "2024-03-02", .null],
    ]
    var screen = StackBuilder(rows, Size(100, 24), "v", schema: loans)
    screen.order = ListOrder(field: 4)
    screen.show(columns: [1, 2, 3, 4])
    screen.shows("│  ← The Public Li…  Emma by Jane Austen  2024-02-02", "│  → Anna   ")
  }

  @Test("A book that is being read has a bar of what was read in place of stars, until it has some")
  func progress() {
    let read = RelatedField(
      field: Field(column: "reading.progress", label: "Progress", kind: .integer), part: .last,
      content: .computed(""), table: "reading", columns: ["book"], targets: ["pk"], isIndexed: true)
    for size in [Size(100, 24), Size(80, 24)] {
      var screen = screen(size)
      screen.shows("Emma", hides: "▰")
      var schema = Self.schema
      schema.related = [read]
      screen = StackBuilder(Self.books, size, schema: schema)
      screen.related = [.rowid(1): .integer(34), .rowid(5): .integer(80)]
      screen.show(columns: [1, 2, 3])
      #expect(screen.text.split(separator: "\n").count { $0.contains("▰▰▱▱▱ ›") } == 1)
      screen.shows(hides: "▰▰▰▰")
      screen.books[0].values[3] = .real(5)
      screen.answer([])
      screen.shows("★★★★★", hides: "▰")
    }
    #expect([0, 0.05, 0.34, 1, 1.5].map(FieldWording.bar) == ["▱▱▱▱▱", "▱▱▱▱▱", "▰▰▱▱▱", "▰▰▰▰▰", "▰▰▰▰▰"])
  }

  @Test("The bar of the selected row ends with the columns; without columns, it fills the row") func bar() {
    for (columns, last) in [([1, 3], Role.content), ([], .selected)] {
      let screen = screen(Size(80, 24), "", columns: columns)
      let row = columns.isEmpty ? 1 : 2
      #expect(role(0, row, screen) == .selected && role(78, row, screen) == .selected)
      #expect(role(79, row, screen) == last, "\(columns)")
    }
    let split = screen(Size(100, 24))
    #expect(role(1, 2, split) == .selected && role(53, 2, split) == .selected)
    #expect(role(54, 2, split) == .content && role(55, 2, split) == .focusedBorder)
  }

  @Test("A record beside the list has no selection before it has the focus") func preview() {
    var screen = screen(Size(100, 24))
    let link = RecordSnapshot.Link(field: 1, target: .rowid(1), title: "Jane Austen")
    screen.books[0] = RecordSnapshot(id: .rowid(1), values: Self.books[0], state: .hydrated, links: [link])
    screen.receive(.record(screen.books[0]))
    screen.shows("Jane Austen (Jane Austen)")
    func isSelected(_ row: Int) -> Bool { (57..<99).contains { role($0, row, screen) == .selected } }
    #expect(!(1..<21).contains(where: isSelected))
    screen.press("⏎", to: .detail)
    #expect((1..<21).contains(where: isSelected))
  }

  @Test("A key in the list changes no cell of the frames but those of the record's title") func quiet() {
    var screen = screen(Size(120, 40))
    let before = screen.stack.frame()
    screen.press("↓")
    let after = screen.stack.frame()
    for row in 1..<38 {
      for column in [0, 65, 66, 119] { #expect(before[column, row] == after[column, row]) }
    }
    for column in 0..<66 { #expect(before[column, 0] == after[column, 0]) }
  }

  @Test("At 100 columns there is room for stars beside long titles and authors") func stars() {
    var screen = screen(Size(100, 24))
    screen.books[0].values = [
      .text(Text(String(repeating: "Emma ", count: 8))), .text(Text(String(repeating: "Jane ", count: 8))),
      "read", .real(4.5),
    ]
    screen.answer([])
    screen.shows("★★★★½", "  Author         Rating ")
  }

  @Test("A loan that should have come back is red, in the loans and on the page of its book") func overdue() {
    var schema = Schema(
      of: "loan",
      [
        "Person": .text, "Book": .integer, "Direction": .choice(["lent", "borrowed"]), "Due": .date(.isoText),
        "Back on": .date(.isoText),
      ])
    let loans: [[Value]] = [
      ["Anna", .integer(1), "lent", "1970-12-31", .null], ["Bela", .integer(1), "lent", "1970-12-31", .null],
      ["Cleo", .integer(1), "lent", "1970-12-31", "1970-12-30"],
      ["Dora", .integer(1), "lent", "1971-01-01", .null], ["Emil", .integer(1), "lent", .null, .null],
    ]
    var screen = StackBuilder(loans, schema: schema)
    screen.show(columns: [3, 4])
    func roles() -> [Role] {
      (3...6).map { row in
        let due = screen.lines[row].range(of: "197")
        let start = screen.lines[row].startIndex
        return role(due.map { screen.lines[row].distance(from: start, to: $0.lowerBound) } ?? 0, row, screen)
      }
    }
    #expect(roles() == [.error, .content, .content, .content])
    // Whether it is back is not known.
    screen.show(columns: [3])
    #expect(roles() == [.content, .content, .content, .content])
    schema.id = TableID(2)
    for (place, expected) in [Role.error, .error, .content, .content, .content].enumerated() {
      let row = RelatedRows.Row(id: RecordID(.rowid(1), in: schema.id), values: loans[place], titles: [:])
      let rows = RelatedRows(
        source: ListSource(table: schema.id), schema: schema,
        reference: Reference(fields: [1], table: "book", columns: ["pk"]), joined: nil,
        content: RelatedRows.Content(count: .exactly(1), rows: [row]))
      let item = RelatedItem.items(of: [rows], foldsEmpty: true)[0]
      let line = RelatedWording.line(item, of: rows, today: screen.stack.today)
      #expect(line.role == expected)
      if place == 2 { #expect(line.text == "Cleo · lent · due 1970-12-31 · back on 1970-12-30") }
    }
  }

  @Test("A value that is refused is red, until it is typed again") func refused() {
    let schema = Schema(of: "thing", ["Name": .text, "Count": .integer])
    var screen = StackBuilder([["Lamp", .null]], .usual, "e↓⏎", schema: schema)
    func typedRole() -> Role? {
      screen.stack.position(of: "soon").map { role($0.column, $0.row, screen) }
    }
    screen.press("soon", to: .text)
    #expect(typedRole() == .content)
    screen.press("⏎")
    #expect(typedRole() == .wrong)
    screen.press("x")
    #expect(typedRole() == .content)
  }
}
