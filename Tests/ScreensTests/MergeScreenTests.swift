import Cells
import Records
import Testing

@testable import Screens

/// The list of duplicates, and rows side by side.
@Suite struct MergeScreenTests {
  static let schema = Schema(
    of: "book",
    [
      "Title": .text, "Author": .text, "Pages": .integer, "Tags": .list, "Notes": .longText,
      "Location": .text,
    ])

  private static func sheet(_ title: Value) -> MergeSheet {
    let rows: [[Value]] = [
      [title, "Leo Tolstoy", .integer(1_225), "russia; war", "In French …", .null],
      [title, "Tolstoy, Leo", .null, "classic", "Long.", "hall"],
      ["The War and Peace", "L. Tolstoy", .integer(1_300), .null, .null, "hall"],
    ]
    return MergeSheet(schema, Merge((1...3).map { .rowid($0) }), rows: rows, differing: [0, 1, 2, 4])
  }

  static func duplicates(
    _ size: Size = .usual, keys: String = "", titled title: Value = "War and Peace"
  ) -> ScreenStack {
    .opening(size, keys: keys) {
      $0.openDuplicates(.books)
      let groups = (0..<40).map { (number: Int) -> DuplicateGroup in
        let ids = [2 * number, 2 * number + 1].map { RecordID.rowid(Int64($0)) }
        return DuplicateGroup(
          DuplicateGroup.Reason.allCases[number / 10], isSure: number < 25, ids: ids, title: title)
      }
      $0.receive(.duplicates(DuplicateList(groups)))
    }
  }

  static func merge(
    _ size: Size = .usual, keys: String = "", titled title: Value = "War and Peace"
  ) -> ScreenStack {
    var stack = duplicates(size)
    stack.openMerge(sheet(title))
    return stack.pressing(keys)
  }

  /// Two rows side by side, whose last field is another one.
  private func comparing(_ rows: [[Value]], differing: Set<Int>, last: Field) -> ScreenStack {
    var schema = Self.schema
    schema.fields[5] = last
    var stack = Self.duplicates()
    stack.openMerge(MergeSheet(schema, Merge([.rowid(1), .rowid(2)]), rows: rows, differing: differing))
    return stack
  }

  @Test("Duplicates, and rows side by side, are as recorded") func golden() throws {
    try Golden.check("duplicates") { Self.duplicates($0) }
    try Golden.check("merge") { Self.merge($0, keys: "↓→") }
  }

  @Test("A list that is empty says whether the search has ended") func empty() {
    var stack = StackBuilder().stack
    stack.openDuplicates(.books)
    stack.shows("Searching")
    stack.receive(.duplicates(DuplicateList()))
    stack.shows("No books look the same. ", hides: "ISBN")
    let books = Schema(of: "book", ["Title": .text, "ISBN": .isbn])
    stack = .opening {
      $0.openDuplicates(books)
      $0.receive(.duplicates(DuplicateList()))
    }
    stack.shows("No books look the same. Those with different ISBNs count as different.")
  }

  @Test("A search that was cancelled says nothing about what it has not seen, and has nothing to sort")
  func cancelled() {
    let stack = ScreenStack.opening(keys: "s") {
      $0.openDuplicates(.books)
      $0.receive(.duplicates(DuplicateList(isComplete: false)))
    }
    stack.shows(
      "Duplicates · not searched to the end", "so there may be some", hides: "look the same", "by title")
  }

  @Test("A field is taken from another row, from all of them, and goes with its row") func choices() {
    var stack = Self.merge()
    var merge = Merge((1...3).map { .rowid($0) })
    #expect(stack.press("⏎") == [.duplicates(.ask(merge))])
    merge.choices = [1: .row(1)]
    #expect(stack.press("↓→⏎") == [.duplicates(.ask(merge))])
    let oneValue = "Author holds one value. Only lists and long texts can keep those of all rows."
    #expect(stack.press("b") == [.say(.problem(oneValue))])
    merge.choices[4] = .all
    #expect(stack.press("⇲↑b⏎") == [.duplicates(.ask(merge))])
    merge.ids = [.rowid(2), .rowid(3), .rowid(1)]
    merge.choices = [1: .row(0), 4: .all]
    #expect(stack.press("⇥⏎") == [.duplicates(.ask(merge))])
    #expect(stack.press("N") == [.duplicates(.callDifferent(merge.ids))])
    stack.receive(.settledDuplicates([.rowid(3)]))
    #expect(stack.mode == .duplicates)
  }

  @Test(
    "Where there is no room for all rows, those are shown that the selected field is taken from, also an empty one"
  )
  func manyRows() {
    var stack = Self.merge(Size(40, 10))
    stack.shows("goes 2 ›", hides: "goes 3")
    stack.press("→→", shows: "‹ goes 2", "• The War a")
    stack.press("↓↓↓↓→→→")
    #expect(stack.lines.contains { $0.contains("Notes") && $0.contains("• –") })
  }

  @Test(
    "Texts that begin alike are shown from where they differ; the earliest date of addition is the one that stays"
  )
  func differences() {
    let start = String(repeating: "The same words. ", count: 20)
    let added = Field(column: "added", label: "Added", kind: .date(.isoText), hasDefault: true)
    let rows: [[Value]] = [
      ["Emma", .null, .null, .null, .text(Text(start + "One end.")), "2021-02-03"],
      ["emma", .null, .null, .null, .text(Text(start + "Another.")), "2020-01-01"],
    ]
    let lines = comparing(rows, differing: [4], last: added).lines
    #expect(lines.contains { $0.contains("One end.") && $0.contains("Another.") })
    #expect(lines.contains { $0.contains("• 2020-01-01") && $0.contains("  2021-02-03") })
  }

  @Test("Pictures are named by their format, and by their size if the sheet has all of them")
  func pictures() {
    let rows = [Possessions.png, Possessions.png + [UInt8](repeating: 0, count: 5_000)].map { bytes in
      ["Emma", .null, .null, .null, .null, .blob(Array(bytes.prefix(LargeValue.headLimit)))] as [Value]
    }
    comparing(rows, differing: [5], last: Field("Cover", .photo)).shows(
      "PNG, 16 × 8, 24 B  ", "PNG, 16 × 8  ", hides: "x'")
  }

  @Test("Equal values have no mark, ratings are stars, and a long text stands whole below the fields")
  func values() {
    let review = String(repeating: "Long words. ", count: 12) + "The end."
    let rows: [[Value]] = [
      ["Emma", "Jane Austen", .integer(9), .null, .text(Text(review)), .real(4)],
      ["Emma", "J. Austen", .integer(9), .null, "Short.", .null],
    ]
    let lines = comparing(rows, differing: [1, 4], last: Field("Rating", .rating)).lines
    #expect(lines.contains { $0.contains("Rating") && $0.contains("• ★★★★☆") })
    #expect(lines.contains { $0.contains("Title") && !$0.contains("•") })
    #expect(lines.contains { $0.contains("• Jane Austen") })
    #expect(lines.filter { $0.contains("The end.") }.count == 1)
  }

  @Test("A question that is too long for the screen scrolls") func longQuestion() {
    var stack = Self.merge(Size(40, 10))
    var count = MergeCount()
    (count.goneCount, count.keptCount, count.title) = (1, 1, "Emma")
    count.note(dropped: (1...4).map { (Self.schema.fields[0], .text(Text("Title \($0)"))) })
    count.fields = [0: 1, 1: 1, 2: 1]
    stack.receive(.alert(MergeQuestion.asking(Merge([.rowid(1), .rowid(2)]), count, Self.schema)))
    stack.shows("Merge 2 books into “Emma”?", hides: "“Title 4”")
    stack.press("⇟⇟", shows: "“Title 4”.", "[Cancel]", hides: "into “Emma”")
  }

  @Test("A group that is settled goes") func settled() {
    var stack = Self.duplicates()
    #expect(stack.press("⏎") == [.duplicates(.compare([.rowid(0), .rowid(1)]))])
    stack.receive(.settledDuplicates([.rowid(1)]))
    #expect(stack.press("⏎") == [.duplicates(.compare([.rowid(2), .rowid(3)]))])
    #expect(stack.press("A") == [.duplicates(.findAlike)])
  }
}
