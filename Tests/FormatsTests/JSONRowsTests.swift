import Testing

@testable import Formats

/// Lists and objects in rows of JSON, and rows in an object.
struct JSONRowsTests {
  @Test func listsHaveTextsForPeople() throws {
    let found = try caseRows("json_arrays.json")
    func lists(_ row: FormatRow) -> [String: String] {
      Dictionary(uniqueKeysWithValues: row.lists.map { (row.columns[$0.key], $0.value) })
    }
    #expect(lists(found[0]) == ["authors": "Ann Author; Bo Other", "tags": "a; b"])
    #expect(lists(found[1]) == ["authors": "Cy Third", "tags": ""])
    #expect(lists(found[2]) == ["isbn": "9780306406157"])
    #expect(found[2].text("author.name") == "Di Four")
    // The cells themselves are what the file has.
    #expect(found[0].text("tags") == #"["a","b"]"#)
  }

  @Test(arguments: [
    (#"["a", null, 1, ""]"#, "a; 1"), (#"[{"family": "A", "given": "B"}, {"last": "C"}]"#, "A, B; C"),
    (#"[[1], "a"]"#, nil), (#"[{"x": 1}]"#, nil), ("[true]", nil), ("[]", ""),
  ])
  func partsOfALists(_ text: String, _ expected: String?) throws {
    #expect(try JSONReader.value(of: Array(text.utf8)).listText == expected)
  }

  @Test(arguments: [
    (#"{"books": [{"title": "A"}, {"title": "B"}]}"#, ["A", "B"]),
    (#"{"total": 2, "items": [{"title": "A"}], "kind": "x"}"#, ["A"]),
    (#"{"anything": [{"title": "A"}]}"#, ["A"]), (#"{"books": []}"#, []),
    (#"{"title": "A", "authors": [{"name": "B"}]}"#, ["A"]),
    (#"{"title": "A", "items": [{"name": "B"}]}"#, ["A"]), ("{\n\"books\": [{\"title\": \"A\"}]\n}", ["A"]),
  ])
  func rowsStandInAnObject(_ text: String, _ titles: [String?]) throws {
    #expect(try rows(text).map { $0.text("title") } == titles)
  }
}
