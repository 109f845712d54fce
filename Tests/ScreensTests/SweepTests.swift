import Cells
import Foundation
import Records
import Screens
import TestSupport
import Testing

/// Every screen at every size, with every hostile string in it.
@Suite struct SweepTests {
  /// The ways from the list to each screen.
  private static let ways: [[Key]] = [
    [], [.character("e")], [.character("-")], [.enter], [.enter, .enter, .down], [.enter, .enter, .enter],
    [.enter, .enter, .down, .enter], [.enter, .enter, .down, .enter, .tab], [.character("+")],
    [.enter, .enter, .enter, .control("j"), .character("a")], [.enter, .enter, .enter, .control("j"), .up],
    [.character("+"), .enter, .character("a"), .enter, .escape], [.character("?")],
    [.character("/"), .character("a")], [.character(":")], [.character("'")],
    [.character("1"), .character("2")], [.character("s")], [.character("*")],
    [.character("*"), .character("=")], [.character("/"), .character("é"), .enter, .character("S")],
    [.character("i")], [.character("I")], [.character("v"), .enter],
    [.character("v"), .character("i"), .tab, .up], [.character("d")], [.enter, .character("d"), .tab, .end],
    [.character("v"), .character("a")],
  ]

  @Test(
    "every row adds up to the columns and no control character is in any frame, from 1x1 to 30x100",
    arguments: ways)
  func everySize(_ way: [Key]) {
    let names: [Value] = [
      "War and Peace", "\u{1B}[31m\u{7}\u{9B}2J", "日本の👨‍👩‍👧‍👦 e\u{301}\u{301}\u{301}\u{301}\u{301}",
    ]
    var screen = StackBuilder(names.map { [$0, .real(0), $0] })
    screen.inspectorState = .example
    screen.press(way)
    screen.rest()
    screen.missing = [1]
    screen.stack.receive(.progress(WorkProgress("Sorting by Author", fraction: 0.42, isCancellable: true)))
    for rows in 1...30 {
      for columns in 1...100 {
        screen.resize(columns, rows)
        expectSound(screen.stack.frame())
      }
    }
  }

  @Test("a photo with its picture, and files to be chosen, are sound at every size")
  func everySizeOfFiles() throws {
    var photo = Possessions.detail()
    let request = try #require(photo.needs.picture)
    let rows = String(repeating: String(repeating: "\u{1B}[31m▄", count: 16) + "\n", count: 4)
    photo.receive(.picture(request, Picture(printed: Array(rows.utf8), size: request.room), nil))
    var typing = Possessions.choosing()
    _ = typing.press(.tab)
    _ = typing.paste("日本\u{1B}[31m👨‍👩‍👧‍👦")
    var hidden = Possessions.choosing(field: 2)
    _ = hidden.press(.character("."))
    _ = hidden.press(.end)
    let odd = Value.text(Text("日本\u{1B}[31m👨‍👩‍👧‍👦"))
    let merging = [MergeScreenTests.duplicates(titled: odd), MergeScreenTests.merge(titled: odd)]
    let files = [photo, Possessions.choosing(), typing, hidden, Possessions.writing()]
    for stack in files + merging + [SchemaScreenTests.stack()] {
      var stack = stack
      for rows in Array(1...12) + [24, 30] {
        for columns in Array(1...32) + [40, 79, 80, 100] {
          stack.resize(Size(columns: columns, rows: rows))
          expectSound(stack.frame())
          _ = stack.needs.picture
        }
      }
    }
  }

  @Test("every hostile name is sound on every screen", arguments: ways)
  func everyName(_ way: [Key]) throws {
    #expect(HostileNames.all.count > 30)
    for name in HostileNames.all {
      for size in [Size(columns: 80, rows: 24), Size(columns: 13, rows: 6), Size(columns: 3, rows: 2)] {
        var screen = StackBuilder(
          [[.text(Text(name)), .text(Text(name)), .text(Text(name))]], columns: size.columns,
          rows: size.rows)
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
