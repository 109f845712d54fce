import Cells
import Records
import Screens
import Testing

/// Moments, and numbers that may be some, on the screens.
@Suite struct DateTimeTests {
  private static let schema: Schema = {
    var likely = Field(column: "made", label: "Made", kind: .integer)
    likely.reading = .secondsSince1970
    var read = Field(column: "read", label: "Read", kind: .dateTime(.number(.nanosecond, since: .year2001)))
    read.zeroIsNever = true
    return Schema(
      table: "message", key: .rowid(column: "id"),
      fields: [
        Field(column: "text", label: "Text", kind: .text), likely, read,
        Field(column: "sent", label: "Sent", kind: .dateTime(.isoText)),
        Field(column: "day", label: "Day", kind: .date(.secondsSince1970), affinity: .integer),
      ], titleIndex: 0, singular: "message", plural: "messages")
  }()

  private static let messages: [[Value]] = [
    [
      "Hello", .integer(1_718_000_000), .integer(0), "2024-05-06T07:08:09.250+02:00", .integer(1_717_977_600),
    ],
    [
      "And good-bye", .integer(0), .integer(739_692_800_500_000_000), "soon", .integer(1_718_000_000),
    ],
  ]

  private func builder(_ size: Size) -> StackBuilder {
    StackBuilder(Self.messages, columns: size.columns, rows: size.rows, schema: Self.schema)
  }

  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 40, rows: 10), Size(columns: 20, rows: 24),
  ]

  @Test(arguments: Golden.usualSize) func reading(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.enter)
    try Golden.check(screen.stack.frame(), "date-time-reading")
  }

  @Test(arguments: Golden.usualSize) func readingSelected(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.enter, .enter, .down)
    try Golden.check(screen.stack.frame(), "date-time-reading-selected")
  }

  @Test(arguments: Golden.usualSize) func detail(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.down, .enter)
    try Golden.check(screen.stack.frame(), "date-time-detail")
  }

  @Test(arguments: sizes) func editor(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.down, .enter, .enter, .down, .down, .enter, .tab, .tab, .up)
    try Golden.check(screen.stack.frame(), "date-time-editor")
  }

  @Test(arguments: Golden.usualSize) func wrong(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.down, .enter, .enter, .down, .down, .enter, .control("u"))
    screen.type("07:08:61")
    try Golden.check(screen.stack.frame(), "date-time-wrong")
  }

  private static func text(_ screen: StackBuilder) -> String { screen.stack.frame().textPlane }

  @Test("A time is typed alone, and a picked day keeps it")
  func typing() {
    var screen = builder(Size(columns: 80, rows: 24))
    screen.press(.down, .enter, .enter, .down, .down, .enter, .control("u"))
    screen.type("7:08:09.25")
    #expect(Self.text(screen).contains("Monday, 10 June 2024, 07:08:09.250 UTC"))
    screen.press(.control("p"), .control("p"), .control("p"), .up)
    #expect(Self.text(screen).contains("2024-06-11 7:08:09.25"))
    screen.press(.enter)
    #expect(screen.books[1].values[2] == .integer(739_782_489_250_000_000))
  }

  @Test("A text is edited in its own offset, which is said, and today keeps its time")
  func offset() {
    var screen = builder(Size(columns: 80, rows: 24))
    screen.press(.enter, .enter, .down, .down, .down, .enter)
    #expect(Self.text(screen).contains("Monday, 6 May 2024T07:08:09.250+02:00") == false)
    #expect(Self.text(screen).contains("Monday, 6 May 2024, 07:08:09.250+02:00"))
    screen.press(.control("p"))
    screen.type("t")
    screen.press(.enter)
    #expect(screen.books[0].values[3] == "1971-01-01T07:08:09.250+02:00")
  }

  @Test(
    "A number that means never, and a text that is no date, are no dates in the editor, and stay if not changed"
  )
  func odd() {
    for (row, field) in [(0, 2), (1, 3)] {
      var screen = builder(Size(columns: 80, rows: 24))
      screen.press([Key](repeating: .down, count: row) + [.enter, .enter])
      screen.press([Key](repeating: .down, count: field) + [.enter])
      #expect(Self.text(screen).contains(" – "))
      #expect(!Self.text(screen).contains("day, "))
      screen.press(.enter)
      #expect(screen.books[row].values == Self.messages[row])
    }
  }

  @Test("What cannot be kept is told at once")
  func refused() {
    var screen = builder(Size(columns: 80, rows: 24))
    screen.press(.enter, .enter, .end, .enter)
    screen.type(" 07:08:09.5")
    #expect(Self.text(screen).contains("Day keeps whole seconds."))
    screen.press(.control("u"))
    screen.type("7:08 pm")
    #expect(Self.text(screen).contains("Type a time like 07:08, 07:08:09 or 07:08:09+02:00."))
    screen.press(.escape, .character("d"), .up, .up, .enter, .control("u"))
    screen.type("2001-01-01")
    #expect(Self.text(screen).contains("The numbers of Read do not stand for that date and time."))
    screen.press(.control("u"))
    screen.type("later")
    #expect(Self.text(screen).contains("Type a day like 28 nov, friday, yesterday, -3 or 2024-11-28"))
  }
}
