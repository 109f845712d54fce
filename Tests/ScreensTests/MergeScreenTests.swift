import Cells
import Records
import TestSupport
import Testing

@testable import Pages
@testable import Screens

/// The list of duplicates, and rows side by side.
@Suite struct MergeScreenTests {
  static let schema = Schema(
    table: "book", key: .rowid(column: "pk"),
    fields: [
      Field(column: "title", label: "Title", kind: .text),
      Field(column: "author", label: "Author", kind: .text),
      Field(column: "pages", label: "Pages", kind: .integer),
      Field(column: "tags", label: "Tags", kind: .list),
      Field(column: "notes", label: "Notes", kind: .longText),
      Field(column: "place", label: "Location", kind: .text),
    ], titleIndex: 0, singular: "book", plural: "books")

  static func sheet(_ title: Value = "War and Peace") -> MergeSheet {
    let rows: [[Value]] = [
      [title, "Leo Tolstoy", .integer(1_225), "russia; war", "In French …", .null],
      [title, "Tolstoy, Leo", .null, "classic", "Long.", "hall"],
      ["The War and Peace", "L. Tolstoy", .integer(1_300), .null, .null, "hall"],
    ]
    return MergeSheet(
      schema, Merge((1...3).map { .rowid($0) }), rows: rows, differing: [0, 1, 2, 4])
  }

  static func duplicates(
    _ size: Size = Size(columns: 80, rows: 24), titled title: Value = "War and Peace"
  ) -> ScreenStack {
    var stack = StackBuilder(columns: size.columns, rows: size.rows).stack
    stack.openDuplicates(.books)
    let groups = (0..<40).map { (number: Int) -> DuplicateGroup in
      let ids = [2 * number, 2 * number + 1].map { RecordID.rowid(Int64($0)) }
      return DuplicateGroup(
        DuplicateGroup.Reason.allCases[number / 10], isSure: number < 25, ids: ids, title: title)
    }
    stack.receive(.duplicates(DuplicateList(groups)))
    return stack
  }

  static func merge(
    _ size: Size = Size(columns: 80, rows: 24), titled title: Value = "War and Peace"
  ) -> ScreenStack {
    var stack = duplicates(size)
    stack.openMerge(sheet(title))
    return stack
  }

  @Test(arguments: StatisticsScreenTests.sizes) func golden(_ size: Size) throws {
    try Golden.check(Self.duplicates(size).frame(), "duplicates")
    var stack = Self.merge(size)
    _ = stack.press(all: .down, .right)
    try Golden.check(stack.frame(), "merge")
  }

  @Test("A list that is empty says whether the search has ended")
  func empty() {
    var stack = StackBuilder().stack
    stack.openDuplicates(.books)
    #expect(stack.frame().textPlane.contains("Searching"))
    stack.receive(.duplicates(DuplicateList()))
    #expect(stack.frame().textPlane.contains("No books look the same."))
  }

  @Test("A field is taken from another row, from all of them, and goes with its row")
  func choices() {
    var stack = Self.merge()
    var merge = Merge((1...3).map { .rowid($0) })
    #expect(stack.press(.enter) == [.duplicates(.ask(merge))])
    _ = stack.press(all: .down, .right)
    merge.choices = [1: .row(1)]
    #expect(stack.press(.enter) == [.duplicates(.ask(merge))])
    #expect(
      stack.press(.character("b")) == [
        .say(.problem("Author holds one value. Only lists and long texts can keep those of all rows."))
      ])
    _ = stack.press(all: .end, .up, .character("b"))
    merge.choices[4] = .all
    #expect(stack.press(.enter) == [.duplicates(.ask(merge))])
    _ = stack.press(.tab)
    merge.ids = [.rowid(2), .rowid(3), .rowid(1)]
    merge.choices = [1: .row(0), 4: .all]
    #expect(stack.press(.enter) == [.duplicates(.ask(merge))])
    #expect(stack.press(.character("N")) == [.duplicates(.callDifferent(merge.ids))])
    stack.receive(.settledDuplicates([.rowid(3)]))
    #expect(stack.mode == .duplicates)
  }

  @Test(
    "Where there is not room for all rows, those are shown from which the selected field is taken, also an empty one"
  )
  func manyRows() {
    var stack = Self.merge(Size(columns: 40, rows: 10))
    #expect(stack.frame().textPlane.contains("goes 2 ›") && !stack.frame().textPlane.contains("goes 3"))
    _ = stack.press(all: .right, .right)
    #expect(stack.frame().textPlane.contains("‹ goes 2"))
    #expect(stack.frame().textPlane.contains("• The War a"))
    _ = stack.press(all: .down, .down, .down, .down, .right, .right, .right)
    #expect(
      stack.frame().textPlane.split(separator: "\n").contains { $0.contains("Notes") && $0.contains("• –") })
  }

  @Test(
    "Texts that begin alike are shown from where they differ; the earliest date of addition is the one that stays"
  )
  func differences() {
    let start = String(repeating: "The same words. ", count: 20)
    var schema = Self.schema
    schema.fields[5] = Field(column: "added", label: "Added", kind: .date(.isoText), hasDefault: true)
    let rows: [[Value]] = [
      ["Emma", .null, .null, .null, .text(Text(start + "One end.")), "2021-02-03"],
      ["emma", .null, .null, .null, .text(Text(start + "Another.")), "2020-01-01"],
    ]
    var stack = Self.duplicates()
    stack.openMerge(
      MergeSheet(schema, Merge((1...2).map { .rowid($0) }), rows: rows, differing: [4]))
    let lines = stack.frame().textPlane.split(separator: "\n")
    #expect(lines.contains { $0.contains("One end.") && $0.contains("Another.") })
    #expect(lines.contains { $0.contains("• 2020-01-01") && $0.contains("  2021-02-03") })
  }

  @Test("A question that is too long for the screen scrolls")
  func longQuestion() {
    var stack = Self.merge(Size(columns: 40, rows: 10))
    var count = MergeCount()
    (count.goneCount, count.keptCount, count.title) = (1, 1, "Emma")
    count.note(dropped: (1...4).map { (Self.schema.fields[0], .text(Text("Title \($0)"))) })
    count.fields = [0: 1, 1: 1, 2: 1]
    stack.receive(.alert(MergeQuestion.asking(Merge([.rowid(1), .rowid(2)]), count, Self.schema)))
    #expect(stack.frame().textPlane.contains("Merge 2 books into “Emma”?"))
    #expect(!stack.frame().textPlane.contains("“Title 4”"))
    _ = stack.press(.pageDown)
    _ = stack.press(.pageDown)
    #expect(
      stack.frame().textPlane.contains("“Title 4”.") && !stack.frame().textPlane.contains("into “Emma”"))
    #expect(stack.frame().textPlane.contains("[C]ancel"))
  }

  @Test("A group that is settled goes")
  func settled() {
    var stack = Self.duplicates()
    #expect(stack.press(.enter) == [.duplicates(.compare([.rowid(0), .rowid(1)]))])
    stack.receive(.settledDuplicates([.rowid(1)]))
    #expect(stack.press(.enter) == [.duplicates(.compare([.rowid(2), .rowid(3)]))])
    #expect(stack.press(.character("A")) == [.duplicates(.findAlike)])
  }
}
