import Cells
import Testing

@testable import Browser

/// What the person can do while a statement does not end.
@Suite("Endless statements") struct LongStatementTests {
  private static let views = """
    CREATE VIEW never AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i AS title FROM n WHERE i < 0;
    """

  @Test("Esc ends a view whose rows never come, and the keys before it are forgotten") func escape() throws {
    let flow = Flow(try Scratch(Self.views))
    flow.press("Down")
    flow.pressAtOnce("Enter", "q", "Esc")
    flow.expect("Still reading")
    flow.expect("Cancelled.", "never")
    flow.press("Up", "Enter").expect("Books")
    #expect(flow.end() == .signal(.hangUp, unwritten: nil))
  }

  @Test("A signal ends the program in the middle of one") func signal() throws {
    let flow = Flow(try Scratch(Self.views))
    flow.press("Down")
    flow.pressAtOnce("Enter")
    flow.expect("Still reading")
    #expect(flow.end(.signal(.terminate)) == .signal(.terminate, unwritten: nil))
  }

  private static let trigger = """
    INSERT INTO book VALUES (1, 'Emma', 0, 'Austen');
    CREATE TRIGGER t AFTER UPDATE ON book BEGIN SELECT count(*) FROM never; END;
    """

  @Test(
    "A signal, and the end of the terminal, end the program although a trigger never does",
    arguments: [Event.signal(.terminate), .signal(.interrupt), .closed], [false, true])
  func trigger(_ event: Event, inBackground: Bool) throws {
    let flow = Flow(try Scratch(Self.views + Self.trigger), Settings(writeAfter: inBackground ? 0 : 30))
    flow.press("Enter", "Enter", "e", "Enter", "x")
    flow.pressAtOnce("Enter")
    flow.expect(inBackground ? "Still reading" : "not yet written")
    guard case .signal(_, let unwritten?) = flow.end(event) else {
      Issue.record("\(event) has lost an edit")
      return
    }
    #expect(unwritten.count == 1)
  }

  @Test("An editor of what only another program can write closes at once and says why")
  func ownerFunction() throws {
    let scratch = try Scratch(
      """
      INSERT INTO book VALUES (1, 'Emma', 0, 'Austen');
      CREATE TRIGGER normalizes AFTER UPDATE OF author ON book BEGIN
        UPDATE book SET author = owner_normalize(author);
      END;
      CREATE TRIGGER counts AFTER INSERT ON book BEGIN SELECT owner_count(); END;
      """)
    let flow = Flow(scratch, columns: 160)
    flow.press("Enter", "e", "Down", "Down", "Enter")
    flow.expect("“book” cannot be changed here: its trigger “normalizes”", "Done")
    flow.press("Up", "Up", "Enter").expect("⏎ save")
    flow.press("Esc", "Esc", "Esc", "+").expect("its trigger “counts”")
  }
}
