import Cells
import Records
import Testing

@testable import Screens

/// A record that is looked at is a page.
@Suite("A record as a page")
struct RecordPageTests {
  private static let columns: [(String, Field.Kind)] = [
    ("Title", .text), ("Author", .text), ("Series", .text), ("Series number", .decimal), ("ISBN", .isbn),
    ("Publisher", .text), ("Published", .partialDate), ("Pages", .integer), ("Format", .text),
    ("Status", .choice(["to read", "reading", "read"])), ("Rating", .rating), ("Language", .text),
    ("Location", .text), ("Tags", .list), ("Review", .longText), ("Notes", .longText), ("Cover", .photo),
  ]
  static let schema = Schema(of: "book", columns.map { Field($0, $1) })

  private static let review: Value =
    "A long way down the river, in the company of people who are never in a hurry and always on time."

  static let book: [Value] = [
    "The River Boats", "Ann Author", "Valley Studies", .integer(3), "978-0-306-40615-7",
    "University of Somewhere Press", "1999-05", .integer(1_225), "paperback", "reading", .real(4.5), "en",
    "Attic", "maps; travel", review, .null, .null,
  ]

  private static let quote =
    "The strongest of all warriors are these two, said the captain to the youngest of the boatmen, "
    + "who had asked him nothing at all: time and patience."

  private static let loans = RelatedRows(4, "loan", ["Person": .text], [["Anna"]])

  static let related = [
    RelatedRows(
      1, "reading", ["Started": .partialDate, "Finished": .partialDate],
      [["2024-10-02", .null], ["2011-03-01", "2011-06-12"]],
      progress: ReadingProgress(page: 412, pages: 1_225)),
    RelatedRows(
      2, "book_shelf", ["Shelf": .integer], [[.integer(1)]], joined: .shelf, titles: ["favourites"]),
    RelatedRows(3, "quote", ["Text": .longText, "Place": .text], [[.text(Text(quote)), "p. 680"]]), loans,
  ]

  /// The page over a list of one row, with the rows that point to it; in the lesson, there is no spine.
  static func screen(
    _ values: [Value], _ size: Size, _ keys: String = "", _ related: [RelatedRows] = Self.related,
    schema: Schema = Self.schema, isLesson: Bool = true
  ) -> StackBuilder {
    var screen = StackBuilder([values], size, "⏎", schema: schema)
    screen.stack.settings.hasLongMeter = isLesson
    screen.receive(.related(.rowid(1), related, edition: 0))
    screen.press(keys)
    return screen
  }

  /// The content's lines without blanks at their ends, up to the last one that is not empty.
  private func lines(_ screen: StackBuilder) -> [String] {
    let layout = Layout(size: screen.stack.frame().size)
    let lines = layout.content.map { row in
      String(screen.lines[row].reversed().drop { $0 == " " }.reversed())
    }
    return Array(lines[...(lines.lastIndex { !$0.isEmpty } ?? 0)])
  }

  @Test("A book with everything: what speaks for itself has no label") func book() {
    #expect(
      lines(Self.screen(Self.book, Size(60, 40))) == [
        "   The River Boats",
        "   Ann Author",
        "   Valley Studies 3 · University of Somewhere Press",
        "   1999-05 · 1225 pages · paperback · 978-0-306-40615-7",
        "   ★★★★½  ▸ reading",
        "   started 2024-10-02 · ▇▇▇····· 33 %, page 412 of 1,225",
        "   2011-03-01 – 2011-06-12",
        "",
        "   A long way down the river, in the company of people",
        "   who are never in a hurry and always on time.",
        "",
        "   ▎ The strongest of all warriors are these two, said",
        "   ▎ the captain to the youngest of the boatmen, who had",
        "   ▎ asked him nothing at all: time and patience.",
        "   ▎ p. 680",
        "",
        "   Shelves   favourites        Tags      maps; travel",
        "   Language  en",
        "   Location  Attic",
        "   Loans     Anna",
        "   2 empty fields",
      ])
  }

  @Test(
    "What is being read is in the accent, and stars are gold; quotes are told apart, and their notes are dimmed"
  )
  func colours() throws {
    let readings = RelatedRows(
      1, "reading", ["Started": .partialDate, "Finished": .partialDate, "Rating": .rating],
      [["2024-10-02", .null, .null], ["2011-03", "2011-06", .real(4.5)]],
      progress: ReadingProgress(page: 412, pages: 1_225))
    let quotes = RelatedRows(
      3, "quote", ["Text": .longText, "Place": .text], [["One.", "p. 1"], ["Two.", .null]])
    let screen = Self.screen(Self.book, Size(60, 40), "", [readings, quotes])
    let roles = screen.stack.roles.map { $0.drop { $0 == "." } }
    #expect(roles[5].hasPrefix("*****ddaaaaaaaaa."))
    #expect(roles[6].hasPrefix("aaa.") && roles[7].hasPrefix("*****."))
    let found = lines(screen)
    let start = try #require(found.firstIndex(of: "   ▎ One."))
    #expect(found[start...].prefix(4) == ["   ▎ One.", "   ▎ p. 1", "", "   ▎ Two."])
    #expect(roles[start + 2].hasPrefix("d.dddd."))
  }

  @Test("A book of a title and an author is two lines, and a number of fields") func short() {
    let values: [Value] = ["Emma", "Jane Austen"] + Self.columns.dropFirst(2).map { _ in .null }
    for columns in [30, 60, 100] {
      let screen = Self.screen(values, Size(columns, 24), "", [])
      #expect(lines(screen) == ["   Emma", "   Jane Austen", "   15 empty fields"])
      let roles = screen.stack.roles
      #expect(roles[1].hasPrefix("...TTTT.") && roles[2].hasPrefix("...aaaaaaaaaaa."))
    }
  }

  @Test("z shows the empty fields with their labels, and hides them again") func folding() {
    var screen = Self.screen(Self.book, Size(60, 40))
    screen.press("z", asks: .foldFields(Self.schema.id, false))
    screen.receive(.folded(Self.schema.id, false))
    screen.shows("Notes", "Cover", hides: "empty fields")
    screen.press("z", asks: .foldFields(Self.schema.id, true))
  }

  @Test(
    "A row of any table: its title, its first text with its label, short fields in pairs, long texts, related rows"
  )
  func otherTable() {
    var boats = Schema(
      of: "boat",
      [
        "Number": .integer, "Name": .text, "Harbour": .text, "Length": .decimal, "Built": .year,
        "History": .longText, "Motor": .boolean,
      ])
    boats.titleFields = [1]
    let values: [Value] = [
      .integer(7), "Swallow", "Coniston", "4.20", .integer(1901), Self.review, .integer(0),
    ]
    #expect(
      lines(Self.screen(values, Size(60, 24), "", [Self.loans], schema: boats)) == [
        "   Swallow",
        "",
        "   Harbour  Coniston           Number   7",
        "   Length   4.20               Built    1901",
        "   Motor    no",
        "",
        "   History",
        "   A long way down the river, in the company of people",
        "   who are never in a hurry and always on time.",
        "",
        "   Loans    Anna",
      ])
  }

  @Test("A long text between other fields is set apart from them") func longText() throws {
    let fields = Self.columns + [("Added", .partialDate)]
    var values = Self.book + ["2020-01-02"]
    values[15] = "Bought for the maps."
    let schema = Schema(of: "book", fields.map { Field($0, $1) })
    let found = lines(Self.screen(values, Size(60, 40), "", [], schema: schema))
    let start = try #require(found.firstIndex(of: "   Location  Attic"))
    #expect(
      found[start...].prefix(6) == [
        "   Location  Attic", "", "   Notes", "   Bought for the maps.", "", "   Added     2020-01-02",
      ], "\(found)")
  }

  @Test(
    "No two labels are cut to the same text",
    arguments: [("", 42), ("", 80), ("", 120), ("e", 80), ("e", 120)])
  func longLabels(_ keys: String, _ columns: Int) {
    let labels = ["Name", "Covalent radius", "Covalent radius double", "Covalent radius triple"]
    let fields = labels.map { Field($0, .text) } + (0..<6).map { Field("Other \($0)", .text) }
    let values = fields.indices.map { Value.text(Text("\($0).5")) }
    let screen = Self.screen(values, Size(columns, 40), keys, [], schema: Schema(of: "element", fields))
    screen.shows("Covalent radius d", "Covalent radius t")
  }

  @Test("A few fields without related rows keep their labels") func few() {
    StackBuilder([["Emma", .null, "Jane Austen"]], .usual, "⏎").shows("   Title", "   Author")
    let few = Schema(of: "person", ["Name": .text, "Town": .text])
    Self.screen(["Ann", "Bath"], .usual, "", [Self.loans], schema: few).shows("Loans", "Town  ")
  }

  @Test("Nothing is broken inside a word, a number or an ISBN", arguments: [30, 34, 45, 60, 79, 100, 160])
  func words(_ columns: Int) {
    let shown = lines(Self.screen(Self.book, Size(columns, 90))).joined(separator: " ").split(separator: " ")
    let values = zip(Self.schema.fields, Self.book).map { $0.kind == .rating ? "" : $0.text(of: $1) }
    for word in (values + [Self.quote]).flatMap({ $0.split(separator: " ") }) {
      #expect(shown.contains(word), "\(word)")
    }
  }

  @Test("No paragraph is wider than is read with ease") func width() {
    let long = Value.text(Text(String(repeating: "never in a hurry ", count: 40)))
    var values = Self.book
    values[14] = long
    let lines = lines(Self.screen(values, Size(160, 60)))
    #expect(lines.contains { $0.contains("never in a hurry never") })
    #expect(lines.allSatisfy { !$0.contains("hurry") || TextWidth.width(of: $0) <= 73 })
  }

  @Test("A title of 300 wide characters is there as a whole", arguments: [30, 60, 100])
  func wideTitle(_ columns: Int) {
    let title = String(repeating: "戦争と平和の書物について", count: 25)
    let screen = Self.screen([.text(Text(title))] + Self.book.dropFirst(), Size(columns, 60))
    #expect(lines(screen).joined().filter { $0 != " " }.contains(title))
    #expect(screen.stack.frame().cells.count { $0.role == .title && title.contains($0.text) } >= 300)
  }

  @Test("Down goes through everything in the order in which it stands, and what is selected is in sight")
  func order() {
    var screen = Self.screen(Self.book, Size(60, 40))
    var places: [Position] = []
    for _ in 0..<18 {
      screen.press("↓")
      if let focus = screen.stack.frame().focus { places.append(focus) }
    }
    #expect(places.count == 18)
    for (one, next) in zip(places, places.dropFirst()) {
      #expect(one.row < next.row || one.row == next.row && one.column < next.column, "\(one) \(next)")
    }
  }

  @Test(
    "What is selected is in sight at every size, and Enter edits it or goes to it",
    arguments: [Size(40, 10), Size(20, 24), Size(13, 6), Size(5, 3), Size(2, 2), Size(1, 1)])
  func small(_ size: Size) {
    var screen = Self.screen(Self.book, size)
    for key in Array(repeating: "↓", count: 60) + Array(repeating: "↑", count: 60) + ["⇲"] {
      screen.press(key)
      #expect(screen.stack.frame().cells.contains { $0.role == .selected }, "\(screen.text)")
    }
    screen.press("⏎", asks: .openRecord(Self.loans.content?.rows[0].id))
    screen.press("/publ⏎e", to: .text)
  }

  @Test("/ finds a field that has no label, and its text is what Enter edits") func find() {
    var screen = Self.screen(Self.book, Size(80, 24), "/isbn⏎")
    #expect(screen.stack.frame().focus?.row == 4)
    screen.press("⏎", to: .text, shows: "978-0-306-40615-7")
  }

  @Test(
    "Without a cover, a spine with initials stands at the upper right, in a colour that its title chooses",
    arguments: [(24, 12, 8), (40, 16, 12)])
  func spine(_ height: Int, _ width: Int, _ rows: Int) throws {
    let screen = Self.screen(Self.book, Size(60, height), isLesson: false)
    let found = lines(screen)
    let (line, blanks) = (String(repeating: "─", count: width - 2), String(repeating: " ", count: 41 - width))
    #expect(found[0] == "   The River Boats" + blanks + "┌\(line)┐")
    #expect(found[rows / 2].contains("TRB") && found[rows - 1].hasSuffix("└\(line)┘"))
    #expect(!found[rows...].contains { $0.contains("│") })
    let sign = try #require(Role.spines.first { $0 == Spine(title: "The River Boats").role }).rawValue
    #expect(screen.stack.roles[5].hasSuffix(String(repeating: sign, count: width) + "."))
    guard height == 40 else { return }
    // All words are there, as beside a cover.
    for word in Self.book.prefix(2) + [Self.review] {
      for word in Self.schema.fields[0].text(of: word).split(separator: " ") {
        #expect(found.contains { $0.contains(word) }, "\(word)")
      }
    }
    for size in [Size(41, 40), Size(60, 12)] {
      #expect(!Self.screen(Self.book, size, isLesson: false).text.contains("TRB"))
    }
    let genre = Schema(of: "genre", (0...4).map { Field("Name \($0)", .text) })
    Self.screen(["Rock", "a", "b", "c", "d"], Size(60, 40), "", [], schema: genre, isLesson: false)
      .shows("Rock", hides: "┌")
  }

  @Test("A cover that is drawn takes the place of the spine, and one that cannot be drawn leaves it")
  func cover() throws {
    var values = Self.book
    values[16] = .blob(Possessions.png)
    var screen = Self.screen(values, Size(60, 40), isLesson: false)
    screen.shows(hides: "TRB")
    let request = try #require(screen.stack.needs.picture)
    screen.receive(.picture(request, nil, nil))
    screen.shows("TRB")
  }

  @Test(
    "What begins below the picture has the whole width, its labels beside it, and pairs keep their columns")
  func belowPicture() throws {
    let fields = (0..<60).map { Field("Label \($0)", .text) } + [Field("Cover", .photo)]
    let values = (0..<60).map { Value.text(Text("value \($0)")) } + [.null]
    for columns in [52, 120] {
      let schema = Schema(of: "row", fields)
      let lines = lines(Self.screen(values, Size(columns, 40), "", [], schema: schema, isLesson: false))
      let places = lines.map { line in
        line.ranges(of: "Label").map { line.distance(from: line.startIndex, to: $0.lowerBound) }
      }
      #expect(Set(places.joined()).count == (columns == 52 ? 1 : 2), "\(lines)")
      #expect(lines.allSatisfy { !$0.contains("Label") || $0.contains("value") }, "\(lines)")
    }
  }

  @Test("A value without room beside its label is below it, further in; one that would wrap shares no row")
  func narrowValues() {
    let schema = Schema(of: "person", ["Name": .text, "Town": .text, "Photo": .photo])
    let town: [Value] = ["Ann", "A town with a very long name", .null]
    let found = lines(Self.screen(town, Size(44, 40), "", [Self.loans], schema: schema, isLesson: false))
    #expect(found.contains { $0.hasPrefix("     A town with") }, "\(found)")
    var values = Self.book
    values[13] = "maps; travel; rivers; boats"
    #expect(lines(Self.screen(values, Size(60, 40))).contains("   Tags      maps; travel; rivers; boats"))
  }

  @Test("A pane has one left edge, beside the picture and below it", arguments: [42, 45, 60])
  func leftEdge(_ columns: Int) {
    let lines = lines(Self.screen(Self.book, Size(columns, 60), isLesson: false))
    let starts = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
    // Continued values are indented further, and a row without a text has only the picture.
    #expect(starts.min() == 3 && !starts.contains { 4..<10 ~= $0 }, "\(starts)")
  }

  @Test("The sign of the way back stays where its words have no room", arguments: [20, 24])
  func wayBack(_ columns: Int) {
    #expect(Self.screen(Self.book, Size(columns, 24)).lines[0].hasPrefix(" ‹ "))
  }

  @Test("The headings of a form stay while it scrolls") func headings() {
    var screen = Self.screen(Self.book, Size(80, 14), "e")
    #expect(screen.lines.contains { $0.hasPrefix(" Reading ") })
    screen.press("⇲")
    #expect(screen.lines.contains { $0.hasPrefix(" Notes ") })
  }

  @Test("A value that is not written has its sign on the page, too") func changed() {
    var screen = Self.screen(Self.book, Size(60, 40), "/author⏎⏎!⏎⎋")
    var record = screen.books[0]
    record.originals = [1: "Ann Author"]
    screen.receive(.accepted(record))
    #expect(lines(screen)[1] == "   ◆ Ann Author!")
  }

  @Test("Before the record arrives, there are its title and a sign that the rest is missing") func faults() {
    var screen = StackBuilder([Self.book], .usual, schema: Self.schema)
    screen.stack.press("⏎")
    #expect(lines(screen) == ["   The River Boats", "   ·····"])
  }

  @Test(
    "The picture stands at the upper right where there is room, and what begins below it has all the width")
  func picture() throws {
    var values = Self.book
    values[16] = .blob(Possessions.png)
    var screen = Self.screen(values, Size(60, 40))
    let request = try #require(screen.stack.needs.picture)
    #expect(request.room.columns == 18)
    let rows = String(repeating: String(repeating: "▄", count: 16) + "\n", count: 4)
    screen.receive(.picture(request, Picture(printed: Array(rows.utf8), size: request.room), nil))
    let lines = lines(screen)
    #expect(
      lines[0] == "   The River Boats" + String(repeating: " ", count: 23) + String(repeating: "▄", count: 16)
    )
    #expect(lines.contains("   A long way down the river, in the company of people"))
  }
}
