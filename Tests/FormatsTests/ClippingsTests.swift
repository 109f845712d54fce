import Formats
import Testing

/// `My Clippings.txt` of a Kindle, in the languages of the devices, with its traps.
@Suite struct ClippingsTests {
  private func rows(_ text: String) throws -> [FormatRow] {
    var reader = FormatReader()
    let rows = try reader.rows(of: Array(text.utf8), isLast: true)
    #expect(reader.format == .kindle)
    return rows
  }

  private func entry(_ head: String, _ line: String, _ text: String) -> String {
    "\(head)\r\n\(line)\r\n\r\n\(text)\r\n==========\r\n"
  }

  /// An entry of one book, such as a highlight at a location.
  private func emma(_ kind: String, _ location: String, _ text: String, minute: Int = 0) -> String {
    let line = "- Your \(kind) on Location \(location) | Added on Monday, 1 January 2024 10:0\(minute):00"
    return entry("Emma (Jane Austen)", line, text)
  }

  @Test(
    "Highlights in the languages of the devices",
    arguments: [
      "- Your Highlight on page 12 | Location 170-175 | Added on Wednesday, January 31, 2024 10:20:30 PM",
      "- Your Highlight on page 12 | Location 170-75 | Added on Wednesday, 31 January 2024 22:20:30",
      "- Ihre Markierung auf Seite 12 | bei Position 170-175 | Hinzugefügt am Mittwoch, 31. Januar 2024 22:20:30",
      "- Votre surlignement sur la page 12 | emplacement 170-175 | Ajouté le mercredi 31 janvier 2024 22:20:30",
      "- Tu subrayado en la página 12 | posición 170-175 | Añadido el miércoles, 31 de enero de 2024 22:20:30",
      "- La tua evidenziazione a pagina 12 | posizione 170-175 | Aggiunto in data mercoledì 31 gennaio 2024 22:20:30",
      "- Seu destaque na página 12 | posição 170-175 | Adicionado: quarta-feira, 31 de janeiro de 2024 22:20:30",
    ])
  func languages(_ line: String) throws {
    let rows = try rows("\u{FEFF}" + entry("Emma (Austen, Jane)", line, "It is a truth."))
    #expect(rows.count == 1)
    #expect(rows[0].book[.title] == "Emma" && rows[0].book[.author] == "Jane Austen")
    let place = "page 12, location 170-175"
    #expect(rows[0].quotes == [BookQuote(text: "It is a truth.", place: place, at: "2024-01-31 22:20:30")])
  }

  @Test("A note goes to its highlight, before it or after it, and a bookmark is none") func notes() throws {
    let highlight = emma("Highlight", "100-110", "A passage.")
    let note = emma("Note", "110", "Mine.", minute: 1)
    let mark = emma("Bookmark", "120", "", minute: 1)
    for text in [highlight + note + mark, mark + note + highlight] {
      #expect(
        try rows(text)[0].quotes == [
          BookQuote(text: "A passage.", note: "Mine.", place: "location 100-110", at: "2024-01-01 10:00:00")
        ])
    }
    let other = emma("Note", "900", "Alone.", minute: 1)
    #expect(try rows(highlight + other)[0].quotes.map(\.text) == ["A passage.", "Alone."])
  }

  @Test(
    "A highlight that was made longer counts once, in its longest form; two passages with the same words are two"
  )
  func longer() throws {
    let text =
      emma("Highlight", "100-101", "a fine day") + emma("Highlight", "100-102", "a fine day for a walk")
      + emma("Highlight", "500-501", "a fine day")
    #expect(try rows(text)[0].quotes.map(\.text) == ["a fine day for a walk", "a fine day"])
  }

  @Test("Entries without a place, without an author, of several books, and half an entry at the end")
  func odd() throws {
    let text =
      entry("Notes", "- Your Highlight | Added on Monday, 1 January 2024 10:00:00", "One.\nTwo.")
      + entry("The Title (A Series, 1) (Doe, Ann;Roe, Bo)", "- Your Highlight on page 3", "Three.")
      + "Notes\r\n- Ihr Wort"
    let rows = try rows(text)
    #expect(rows.map { $0.book[.title] } == ["Notes", "The Title (A Series, 1)", nil])
    #expect(rows[2].columns == ["entry"] && rows[2].line > 10)
    #expect(rows.map { $0.book[.author] } == [nil, "Ann Doe; Bo Roe", nil])
    #expect(rows[0].quotes == [BookQuote(text: "One.\nTwo.", at: "2024-01-01 10:00:00")])
    #expect(rows[1].quotes == [BookQuote(text: "Three.", place: "page 3")])
  }

  @Test(
    "No text makes it trap",
    arguments: [
      "- Your Highlight", "x\n- Your Highlight\n",
      "x\n- Your Highlight on Location 170-9223372036854775807\n\ny\n==========",
      "x\n- Highlight 99999999999999999999-3 location | 1 May 2024 99:99\n\ny\n==========",
      "x\n- Your Highlight on page \u{0663}\n\n\u{1B}[31m\n==========\n==========",
    ])
  func hostile(_ text: String) throws {
    var reader = FormatReader(ReadOptions(format: .kindle))
    _ = try reader.rows(of: Array(text.utf8), isLast: true)
  }

  @Test("Readwise has a highlight in each row, KOReader's export all of a book") func others() throws {
    var readwise = FormatReader()
    let csv = """
      Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags
      "One, two.",Emma,Jane Austen,,Mine.,yellow,,page,12,2024-01-01 10:00:00+00:00,
      """
    let row = try #require(readwise.rows(of: Array((csv + "\n").utf8), isLast: true).first)
    #expect(readwise.format == .readwise && row.book[.title] == "Emma")
    #expect(
      row.quotes == [
        BookQuote(text: "One, two.", note: "Mine.", place: "page 12", at: "2024-01-01 10:00:00+00:00")
      ])
    let json = """
      {"documents": [{"title": "Emma", "author": "Jane Austen", "number_of_pages": 400, "entries": [
        {"time": 1704103200, "sort": "highlight", "page": 12, "chapter": "I", "text": "One.", "note": "Mine."}]}],
        "created_on": 1704103300, "version": "json/1.0.0"}
      """
    var koReader = FormatReader()
    let book = try #require(koReader.rows(of: Array(json.utf8), isLast: true).first)
    #expect(koReader.format == .koreader)
    #expect(
      book.quotes == [BookQuote(text: "One.", note: "Mine.", place: "page 12, I", at: "2024-01-01 10:00:00Z")]
    )
  }
}
