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

  @Test("A group that is settled goes")
  func settled() {
    var stack = Self.duplicates()
    #expect(stack.press(.enter) == [.duplicates(.compare([.rowid(0), .rowid(1)]))])
    stack.receive(.settledDuplicates([.rowid(1)]))
    #expect(stack.press(.enter) == [.duplicates(.compare([.rowid(2), .rowid(3)]))])
    #expect(stack.press(.character("A")) == [.duplicates(.findAlike)])
  }
}
