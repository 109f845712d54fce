import Cells
import Records
import Screens
import Testing

/// What is asked before something is lost, and what comes back from an editor elsewhere.
@Suite struct EditingTests {
  private static func screen(
    _ author: Value, _ keys: String, _ change: (inout Field) -> Void
  ) -> StackBuilder {
    var schema = Schema.books
    change(&schema.fields[2])
    return StackBuilder([["Edda", .null, author]], .usual, keys, schema: schema)
  }

  @Test("a draft in which something was typed is left only after a question") func discarding() {
    var screen = StackBuilder()
    screen.press("+⎋", to: .list)
    screen.press("+⏎Emma⏎⎋", shows: "The new book is not saved.")
    screen.press("⎋", to: .draft)
    screen.press("⎋g", to: .draft, shows: "Emma")
    screen.press("⎋⏎")
    #expect(screen.books.count == 4)
    screen.press("⎋+Emma⏎⎋d⏎", to: .list)
    #expect(screen.books.count == 4)
  }

  @Test("a field that no two rows may share is not set in many, but made NULL, and set in one")
  func uniqueInMany() {
    var schema = Schema.books
    schema.fields[2].isUnique = true
    var screen = StackBuilder(StackBuilder.sample, .usual, "   =⇲⏎Anon⏎", schema: schema)
    screen.shows("Author must be unique, so it cannot be set in several books at once.", "Anon")
    screen.press("⌃n⏎", shows: "Set Author of 3 books to –?")
    screen = StackBuilder(StackBuilder.sample, .usual, " =⇲⏎Anon⏎", schema: schema)
    #expect(screen.effects.last == .setRows(.rows([.rowid(1)]), field: 2, "Anon"))
  }

  @Test("what an editor elsewhere makes of the text is saved") func external() {
    var screen = StackBuilder(.usual, "⏎⏎⏎!")
    screen.press("⌃o", asks: .editExternally("War and Peace!"))
    screen.takeEdited("Peace\nand War")
    #expect(screen.mode == .detailEditing && screen.books[0].values[0] == "Peace\nand War")
  }

  @Test("what does not parse is shown with its problem, and not lost") func externalProblem() {
    var screen = StackBuilder(.usual, "⏎⏎↓⏎⌃p")
    screen.press("⌃o", asks: .editExternally("1870-01-25"))
    screen.takeEdited("1870-13-25 or so")
    #expect(screen.mode == .dateText)
    screen.shows("1870-13-25 or so", "Type a date like")
    screen.press("⎋d↑⏎")
    screen.takeEdited(" ")
    screen.shows("Title is required.")
  }

  @Test("NULL that comes back as it went stays NULL") func externalNull() {
    var screen = StackBuilder([["Edda", .null, .null]], .usual, "⏎⏎⇲⏎⌃o")
    screen.takeEdited("")
    screen.press("⏎")
    #expect(screen.books[0].values[2] == .null)
  }

  @Test("a field that the database computes is not opened, and has no sign that it could be")
  func computed() {
    let refusal = "Author is computed by the database, and cannot be edited."
    for (keys, mode) in [("⏎⏎", Mode.detailEditing), ("+", .draft), (" =", .menu)] {
      var screen = Self.screen("Snorri", keys) { $0.isGenerated = true }
      #expect(screen.mode == mode)
      screen.press("⇲⏎", to: mode)
      #expect(screen.message == refusal)
      if mode != .menu { #expect(screen.text.filter { $0 == "›" }.count == 2) }
    }
  }

  @Test(
    "a whole number that is too large is told the range",
    arguments: ["9223372036854775808", "-9223372036854775809"])
  func tooLarge(_ number: String) {
    var screen = Self.screen(.null, "⏎⏎⇲⏎\(number)⏎") { ($0.kind, $0.affinity) = (.integer, .integer) }
    screen.shows("Author is too large:", "9,223,372,036,854,775,807.")
    screen.press("x⏎", shows: "Author takes a whole number, like 42.")
  }

  @Test("today, typed in any case, is the date of today", arguments: ["today", "TODAY", " Today"])
  func today(_ word: String) {
    var screen = StackBuilder(.usual, "⏎⏎↓⏎⌃u\(word)")
    screen.shows("Friday, 1 January 1971")
    screen.press("⏎")
    #expect(screen.books[0].values[1] == .real(86_400 * 365))
    screen.press("⏎⌃o")
    screen.takeEdited("yesterday")
    #expect(screen.books[0].values[1] == .real(86_400 * 364))
    screen = Self.screen(.null, "⏎⏎⇲⏎\(word)") { ($0.kind, $0.affinity) = (.partialDate, .text) }
    screen.shows("Friday, 1 January 1971")
    screen.press("⏎")
    #expect(screen.books[0].values[2] == "1971-01-01")
  }

  @Test("the way back is called by the screen that it leads to") func back() {
    var screen = StackBuilder(.usual, "⏎")
    screen.shows("‹ Books")
    let record = RecordSnapshot(id: .rowid(9), values: ["Emma", .null, .null], state: .hydrated)
    screen.receive(.linked(record, .books))
    screen.shows("‹ War and Peace", hides: "‹ Books")
  }

  @Test("a value that the database refuses where no editor is open is said on the status line")
  func refused() {
    var screen = StackBuilder(.usual, "⏎⏎")
    screen.receive(.refused(.problem("No.")))
    #expect(screen.message == "No.")
    screen.receive(.accepted(screen.books[0]))
    #expect(screen.mode == .detailEditing)
  }
}
