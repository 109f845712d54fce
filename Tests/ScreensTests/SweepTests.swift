import Cells
import Records
import Screens
import TestSupport
import Testing

/// Every screen at sizes of every kind, with every hostile string in it.
@Suite struct SweepTests {
  /// The ways from the list to each screen.
  private static let ways = [
    "", "e", "⏎", "⏎⏎↓", "⏎⏎⏎", "⏎⏎↓⏎", "⏎⏎↓⏎⌃p", "+", "⏎⏎⏎⌃ja", "⏎⏎⏎⌃j↑", "+⏎a⏎⎋", "?", "/a", ":", "'", "12",
    "s", "   ", "W ", "  =", "/é⏎S", "i", "I", "v⏎", "vi⇥↑", "d", "⏎d⇥⇲", "va",
  ]

  /// The smallest sizes, those on both sides of a change of layout, and others in between.
  private static let columns = [1, 2, 3, 5, 8, 13, 24, 39, 40, 59, 79, 80, 99, 100]
  private static let rows = [1, 2, 3, 4, 5, 6, 9, 10, 24, 30]

  private static func screen(_ names: [Value], _ way: String, _ size: Size = .usual) -> StackBuilder {
    var screen = StackBuilder(names.map { [$0, .real(0), $0] }, size)
    screen.inspectorState = .example
    screen.press(way)
    return screen
  }

  /// Draws a screen at sizes in turn, as if the terminal was changed.
  private func draw(_ screen: StackBuilder, _ columns: some Sequence<Int>, _ rows: some Sequence<Int>) {
    var screen = screen
    for rows in rows {
      for columns in columns {
        screen.resize(columns, rows)
        expectSound(screen.stack.frame())
      }
    }
  }

  private static func working(_ way: String) -> StackBuilder {
    let odd: Value = "日本の👨‍👩‍👧‍👦 e\u{301}\u{301}\u{301}\u{301}\u{301}"
    var screen = screen(["War and Peace", "\u{1B}[31m\u{7}\u{9B}2J", odd], way)
    screen.rest()
    screen.missing = [1]
    screen.receive(.progress(WorkProgress("Sorting by Author", fraction: 0.42, isCancellable: true)))
    return screen
  }

  @Test("Every row adds up to the columns, and no control character is in any frame", arguments: ways)
  func someSizes(_ way: String) { draw(Self.working(way), Self.columns, Self.rows) }

  @Test(
    "The list, a form and all panes are sound at every size to 100x30", arguments: ["", "W", "⏎⏎↓", "vi⇥↑"])
  func everySize(_ way: String) { draw(Self.working(way), 1...100, 1...30) }

  @Test("What no key of the list leads to is sound at sizes of every kind") func everySizeOfFiles() throws {
    var photo = Possessions.detail()
    let request = try #require(photo.needs.picture)
    let rows = String(repeating: String(repeating: "\u{1B}[31m▄", count: 16) + "\n", count: 4)
    photo.receive(.picture(request, Picture(printed: Array(rows.utf8), size: request.room), nil))
    let odd = "日本\u{1B}[31m👨‍👩‍👧‍👦"
    var typing = Possessions.choosing(keys: "⇥")
    _ = typing.paste(odd)
    let stacks = [
      photo, typing, Possessions.choosing(), Possessions.choosing(field: 2, keys: ".⇲"),
      Possessions.writing(),
      MergeScreenTests.duplicates(titled: .text(Text(odd))), MergeScreenTests.merge(titled: .text(Text(odd))),
      SchemaScreenTests.stack(), GroupsScreenTests.groups(), GroupsScreenTests.authors(),
      RuleScreenTests.stack(), RecordPageTests.screen(RecordPageTests.book, .usual).stack,
      PageScreenTests.plan(), PageScreenTests.statement,
      .opening { $0.openViews([ViewChoice(odd), ViewChoice("Lent", isReady: true)]) },
      .opening { $0.receive(.openedRecent(PageScreenTests.files)) },
      .opening { $0.receive(.alert(.deleting(.rows([.rowid(1)]), .exactly(1), .books, title: odd))) },
      .opening { $0.openHistory(.steps, SafetyScreenTests.lines) },
      .opening { $0.openConflicts(SafetyScreenTests.conflicts) },
    ]
    for stack in stacks {
      for rows in Self.rows + [12] {
        for columns in Self.columns + [16, 20, 28, 32] {
          var stack = stack
          stack.resize(Size(columns, rows))
          for keys in ["", "⇲"] {
            stack.press(keys)
            expectSound(stack.frame())
          }
          _ = stack.needs.picture
        }
      }
    }
  }

  @Test("Every hostile name is sound on every screen, and on some at small sizes too", arguments: ways)
  func everyName(_ way: String) {
    #expect(HostileNames.all.count > 30)
    let small = ["", "⏎", "⏎⏎⏎", "+⏎a⏎⎋", "vi⇥↑"].contains(way) ? [Size(13, 6), Size(3, 2)] : []
    for name in HostileNames.all {
      for size in [.usual] + small {
        var screen = StackBuilder([[Value](repeating: .text(Text(name)), count: 3)], size)
        screen.inspectorState = .example(naming: name)
        screen.press(way)
        expectSound(screen.stack.frame())
      }
    }
  }

  private func expectSound(_ frame: Frame) {
    var isSound = frame.cells.count == frame.size.columns * frame.size.rows
    var (width, place) = (0, 0)
    for cell in frame.cells {
      (width, place) = (width + Int(cell.width), place + 1)
      isSound = isSound && !Self.hasControl(cell.text)
      guard place == frame.size.columns else { continue }
      isSound = isSound && width == place
      (width, place) = (0, 0)
    }
    if let cursor = frame.cursor { isSound = isSound && frame.contains(cursor) }
    #expect(isSound, "\(frame.size): \(frame.textPlane)")
  }

  /// Whether a text has a control character; for most texts, one byte of ASCII, that takes no look at Unicode's tables.
  private static func hasControl(_ text: String) -> Bool {
    if text.utf8.count == 1 { return text.utf8.first.map { $0 < 0x20 || $0 == 0x7F } ?? false }
    return text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
