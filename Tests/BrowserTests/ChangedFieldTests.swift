import BookStore
import Browser
import TestSupport
import Testing

/// A field that was changed and is not written yet says so, and what the database holds.
@Suite final class ChangedFieldTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch)

  init() throws { scratch = try Scratch() }

  private func retype(_ text: String) { flow.press("^U").type(text).press("Enter") }

  @Test("It has a sign from the edit to the write, and its editor shows what the database holds")
  func sign() throws {
    flow.press("Enter", "Enter", "Enter")
    retype("Peace and War")
    flow.expect("◆ Title", gone: "◆ Author")
    flow.press("Enter").expect("Database: War and Peace")
    flow.press("Esc", "Esc").expect("◆ Title")
    flow.press("m").expect("wrote 1 book", gone: "◆ ")
    flow.press("Enter", "Enter").expect(gone: "Database:")
  }

  @Test(
    "What was NULL in the database is called so, also below a date, and a text of lines shows its first words"
  )
  func kinds() throws {
    try OtherProgram(scratch.path).run(
      "ALTER TABLE book ADD review LONGTEXT; UPDATE book SET copyright = NULL, review = 'Long' || char(10) || 'text'"
    )
    flow.press("Enter", "Enter", "Down", "Enter")
    retype("1869-12-31")
    flow.expect("◆ Copyright")
    flow.press("Enter").expect("Database: –")
    flow.press("Esc", "End", "Enter").type("!", "^S").expect("◆ Review")
    flow.press("Enter", "End", "Enter").expect("Database: Long text")
  }
}
