import Testing

@Suite("The four samples, each opened by its file alone")
struct SampleTests {
  @Test("Books") func books() async throws {
    try await SampleWalk(
      file: "books", singular: "book", titles: ("War and Peace", "The Divine Comedy"),
      edits: [("Title", "Peace and War"), ("Copyright", "1869-01-02"), ("Author", "Лев Толстой")],
      draft: ["Emma", "23 Dec 1815", "Jane O'Austen"],
      query: """
        SELECT pk, title, date(copyright, 'unixepoch'), typeof(copyright), author FROM book WHERE pk IN (1, 2, 4)
        """,
      rows: ["1|Peace and War|1869-01-02|real|Лев Толстой", "4|Emma|1815-12-23|real|Jane O'Austen"]
    ).run()
  }

  @Test("Coffees") func coffees() async throws {
    try await SampleWalk(
      file: "coffee", singular: "coffee", titles: ("Espresso", "Türk kahvesi"),
      edits: [("Name", "Espresso doppio"), ("Price", "3.60")], draft: ["Flat white", "4.05"],
      query: "SELECT *, typeof(Price) FROM coffee WHERE CoffeeID IN (1, 2, 13)",
      rows: ["1|Espresso doppio|3.6|real", "13|Flat white|4.05|real"]
    ).run()
  }

  @Test("Possessions") func possessions() async throws {
    try await SampleWalk(
      file: "possessions", singular: "possession", titles: ("Lamp", "Watch"),
      edits: [("Name", "Reading lamp"), ("Description", "A blue shade.")],
      draft: ["Clock", "It is slow.\nIt is loud."],
      query: """
        SELECT id, name, replace(description, char(10), '/'), length(photo) FROM possessions WHERE id IN (1, 2, 8)
        """,
      rows: ["1|Reading lamp|A blue shade.|118", "8|Clock|It is slow./It is loud.|"]
    ).run()
  }

  @Test("Contacts, written at each Save") func contacts() async throws {
    try await SampleWalk(
      file: "contacts", singular: "contact", titles: ("Ada Example", "Anna Maria von der Probe-Muster"),
      edits: [("First name", "Augusta"), ("Last name", "O'King"), ("Phone", "+44 20 7946 0000")],
      draft: ["Zoe", "Muster", "555-0111"],
      query: "SELECT * FROM Contacts WHERE idx IN (1, 2, 12)",
      rows: ["1|Augusta|O'King|+44 20 7946 0000", "12|Zoe|Muster|555-0111"], arguments: "--save-on edit",
      savedQuery: "SELECT firstname, lastname, phone FROM Contacts WHERE idx = 1"
    ).run()
  }
}
