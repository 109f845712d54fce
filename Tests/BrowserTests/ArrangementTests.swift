import BookStore
import Records
import Testing

@testable import Browser

/// The order of fields, and those that are hidden: a person's setting, which the database knows nothing of.
@Suite final class ArrangementTests {
  @Test("a field that is moved and one that is hidden stay so, and the database is as it was")
  func arranged() throws {
    let scratch = try Scratch()
    let settings = Settings(stateFile: scratch.stateFile)
    let before = try scratch.sql("SELECT sql FROM sqlite_schema")
    let flow = Flow(scratch, settings)
    flow.press("F", "End", "K", "Down", " ", "Esc").expect("War and Peace")
    flow.press("Enter").expect("Leo Tolstoy", gone: "Copyright")
    try flow.expect(atEnd: "SELECT sql FROM sqlite_schema", before)
    let arrangement = try #require(settings.arrangements(of: scratch.path)["book"])
    #expect(
      arrangement == FieldArrangement(columns: ["title", "author", "copyright"], hidden: ["copyright"]))
    let store = try BookStore(path: scratch.path, options: options(["book": arrangement]))
    #expect(store.schema.fields.map(\.column) == ["title", "author", "copyright"])
    #expect(store.schema.fields.map(\.isHidden) == [false, false, true])
    #expect(store.schema.titleFields == [0])
  }

  private func options(_ arrangements: [String: FieldArrangement]) -> StoreOptions {
    var options = StoreOptions()
    options.arrangements = arrangements
    return options
  }
}
