import Queries
import Records
import Testing

@testable import BookStore
@testable import Listings

/// The texts of a field, collected on a thread.
struct SuggestionTests {
  private func suggestions(_ store: BookStore, _ column: String) throws -> Suggestions {
    let field = try #require(store.schema.fields.firstIndex { $0.column == column })
    let suggestions = try store.lists.suggestions(of: field, in: store.schema.id)
    try store.wait { !suggestions.isWorking }
    return suggestions
  }

  @Test("texts count, other values and long texts do not")
  func texts() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, v, tags TEXT);
      INSERT INTO t (v, tags) VALUES ('Anna', 'a; b'), ('anna', 'b'), ('anna', 'a, c'), (12, NULL), (x'61', ''),
        (printf('an%.*c', 300, 'x'), 'a');
      """)
    let store = try scratch.store()
    try store.set("Annabel", at: 2, of: .rowid(4))
    let list = try #require(try suggestions(store, "v").list)
    #expect(list.completions(of: "an").map(\.text) == ["anna", "Anna", "Annabel"])
    #expect(list.completions(of: "1").isEmpty)
    let tags = try #require(try suggestions(store, "tags").list)
    #expect(tags.completions(of: "c; ").isEmpty)
    #expect(tags.completions(of: "b; ").isEmpty)
  }

  @Test("a write-back is not kept waiting, and the texts are collected again")
  func writing() throws {
    let scratch = try Scratch(Scratch.books(50_000))
    let store = try scratch.store()
    let suggestions = try store.lists.suggestions(of: 2, in: store.schema.id)
    try store.set("Zadie", at: 2, of: .rowid(1))
    #expect(store.writeBack().isComplete)
    try store.wait { !suggestions.isWorking }
    #expect(suggestions.list?.completions(of: "za").map(\.text) == ["Zadie"])
  }

  @Test("the thread that reads a table without an end is ended")
  func endless() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t VALUES (1, 'one');
      CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'n' || i AS name FROM n;
      """)
    let store = try scratch.store()
    let view = try #require(store.tables.first { $0.kind == .view })
    let suggestions = try store.lists.suggestions(of: 0, in: view.id)
    try store.wait { suggestions.list != nil }
    #expect(suggestions.list?.completions(of: "n").isEmpty == false)
    store.close()
  }
}
