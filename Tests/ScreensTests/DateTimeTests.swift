import Cells
import Records
import Screens
import Testing

/// Moments, and numbers that may be some, on the screens.
@Suite struct DateTimeTests {
  private static let schema: Schema = {
    var schema = Schema(
      of: "message",
      [
        "Text": .text, "Made": .integer, "Read": .dateTime(.number(.nanosecond, since: .year2001)),
        "Sent": .dateTime(.isoText), "Day": .date(.secondsSince1970),
      ])
    schema.fields[1].reading = .secondsSince1970
    schema.fields[2].zeroIsNever = true
    schema.fields[4].affinity = .integer
    return schema
  }()

  private static let messages: [[Value]] = [
    [
      "Hello", .integer(1_718_000_000), .integer(0), "2024-05-06T07:08:09.250+02:00", .integer(1_717_977_600),
    ],
    ["And good-bye", .integer(0), .integer(739_692_800_500_000_000), "soon", .integer(1_718_000_000)],
  ]

  private func screen(_ keys: String, _ size: Size = .usual) -> StackBuilder {
    StackBuilder(Self.messages, size, keys, schema: Self.schema)
  }

  @Test(
    "Moments are as recorded",
    arguments: [
      ("date-time-reading", "⏎"), ("date-time-reading-selected", "⏎⏎↓"), ("date-time-detail", "↓⏎"),
      ("date-time-editor", "↓⏎⏎↓↓⏎⌃p↑"), ("date-time-wrong", "↓⏎⏎↓↓⏎⌃u07:08:61"),
    ])
  func golden(_ name: String, _ keys: String) throws { try Golden.check(name) { screen(keys, $0).stack } }

  @Test("A time is typed alone, and a picked day keeps it") func typing() {
    var screen = screen("↓⏎⏎↓↓⏎⌃u7:08:09.25")
    screen.shows("Monday, 10 June 2024, 07:08:09.250 UTC")
    screen.press("⌃p⌃p⌃p↑", shows: "2024-06-11 7:08:09.25")
    screen.press("⏎")
    #expect(screen.books[1].values[2] == .integer(739_782_489_250_000_000))
  }

  @Test("A text is edited in its own offset, which is said, and today keeps its time") func offset() {
    var screen = screen("⏎⏎↓↓↓⏎")
    screen.shows("Monday, 6 May 2024, 07:08:09.250+02:00", hides: "Monday, 6 May 2024T07:08:09.250+02:00")
    screen.press("⌃pt⏎")
    #expect(screen.books[0].values[3] == "1971-01-01T07:08:09.250+02:00")
  }

  @Test(
    "A number that means never, and a text that is no date, are no dates in the editor, and stay if not changed",
    arguments: [(0, "⏎⏎↓↓⏎"), (1, "↓⏎⏎↓↓↓⏎")])
  func odd(_ row: Int, _ keys: String) {
    var screen = screen(keys)
    screen.shows(" – ", hides: "day, ")
    screen.press("⏎")
    #expect(screen.books[row].values == Self.messages[row])
  }

  @Test("What cannot be kept is told at once") func refused() {
    var screen = screen("⏎⏎⇲⏎ 07:08:09.5")
    screen.shows("Day keeps whole seconds.")
    screen.press("⌃u7:08 pm", shows: "Type a time like 07:08, 07:08:09 or 07:08:09+02:00.")
    screen.press("⎋d↑↑⏎⌃u2001-01-01", shows: "The numbers of Read do not stand for that date and time.")
    screen.press("⌃ulater", shows: "Type a day like 28 nov, friday, yesterday, -3 or 2024-11-28")
  }
}
