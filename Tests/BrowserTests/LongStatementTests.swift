import Browser
import Cells
import Testing

/// What the person can do while a statement does not end.
@Suite("Endless statements") struct LongStatementTests {
  private static let views = """
    CREATE VIEW never AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i AS title FROM n WHERE i < 0;
    """

  @Test("Esc ends a view whose rows never come, and the keys before it are forgotten")
  func escape() throws {
    let scratch = try Scratch(Self.views)
    let terminal = ScriptedTerminal()
    terminal.pressesDuringStatements = true
    terminal.press(.down, .enter, .character("q"), .escape)
    terminal.then {
      #expect(terminal.frames.contains { $0.textPlane.contains("Still reading") })
      #expect(terminal.screen.contains("Cancelled."))
      #expect(terminal.screen.contains("never"))
    }
    terminal.press(.up, .enter)
    terminal.then { #expect(terminal.screen.contains("Books")) }
    #expect(Browser(store: try scratch.store(), terminal: terminal).run() == .signal(.hangUp, unwritten: nil))
  }

  @Test("A signal ends the program in the middle of one")
  func signal() throws {
    let scratch = try Scratch(Self.views)
    let terminal = ScriptedTerminal()
    terminal.press(.down, .enter)
    terminal.send(.signal(.terminate))
    #expect(
      Browser(store: try scratch.store(), terminal: terminal).run() == .signal(.terminate, unwritten: nil))
  }

  private static let trigger = """
    INSERT INTO book VALUES (1, 'Emma', 0, 'Austen');
    CREATE TRIGGER t AFTER UPDATE ON book BEGIN SELECT count(*) FROM never; END;
    """

  @Test(
    "A signal, and the end of the terminal, end the program although a trigger never does",
    arguments: [false, true])
  func trigger(inBackground: Bool) throws {
    for event in [Event.signal(.terminate), .signal(.interrupt), .closed] {
      // In the same file the next session would ask about the edits of the one before.
      let scratch = try Scratch(Self.views + Self.trigger)
      let terminal = ScriptedTerminal()
      let store = try scratch.store()
      terminal.press(.enter)
      terminal.waitFor("Emma")
      terminal.press(.enter)
      terminal.waitFor("Austen")
      terminal.press(.character("e"), .enter)
      terminal.type("x")
      terminal.press(.enter)
      terminal.waitUntil { store.counts.dirty == 1 }
      if inBackground { terminal.then { store.writer.startWritingBack(olderThan: 0) } }
      terminal.send(event)
      guard case .signal(_, .some) = Browser(store: store, terminal: terminal).run() else {
        Issue.record("\(event) has lost an edit")
        continue
      }
      #expect(store.counts.dirty == 1)
    }
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
    let terminal = ScriptedTerminal(columns: 160)
    terminal.press(.enter, .character("e"), .down, .down, .enter)
    terminal.then {
      #expect(terminal.screen.contains("“book” cannot be changed here: its trigger “normalizes”"))
      #expect(terminal.screen.contains("Done"))
    }
    terminal.press(.up, .up, .enter)
    terminal.then { #expect(terminal.screen.contains("⏎ save")) }
    terminal.press(.escape, .escape, .escape, .character("+"))
    terminal.then { #expect(terminal.screen.contains("its trigger “counts”")) }
    terminal.press(.character("q"))
    #expect(Browser(store: try scratch.store(), terminal: terminal).run() == .quit)
  }
}
