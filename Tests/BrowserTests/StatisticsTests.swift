import BookStore
import Testing

/// The rows of a bar, as a list over the statistics.
@Suite("Lists over statistics")
final class StatisticsTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch, .onRows)

  init() throws {
    scratch = try Scratch(
      """
      DROP TABLE book; CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author TEXT);
      INSERT INTO book (title, author) VALUES ('Emma', 'Jane Austen'), ('Persuasion', 'Jane Austen'), ('Kim', 'Rudyard Kipling');
      """)
  }

  @Test("A field without values is offered last") func emptyFields() throws {
    let scratch = try Scratch(
      """
      DROP TABLE book; CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, blank TEXT, author TEXT);
      INSERT INTO book (title, author) VALUES ('Emma', 'Jane Austen'), ('Persuasion', 'Jane Austen');
      """)
    let flow = Flow(scratch, .onRows).press("%").expect("Jane Austen: ").press("f").expect("│ Blank")
    let places = ["│ Title", "│ Author", "│ Blank"].compactMap { flow.screen.firstRange(of: $0)?.lowerBound }
    #expect(places.count == 3 && places == places.sorted())
  }

  @Test("The list below shows all its rows again when the rows of a bar are closed") func listBelow() throws {
    flow.press("%").expect("Jane Austen: ")
    flow.press("Enter").expect("Persuasion", gone: "Kim")
    flow.press("Esc").expect("Jane Austen: ")
    flow.press("Esc").expect("Kim", gone: "Jane Austen: ")
    flow.press("Down").expect(gone: "author=")
  }
}
