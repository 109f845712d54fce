import Records
import SyncSupport
import Syncing
import Testing

@Suite struct TreeViewTests {
  private let book = RowName(digestOf: [1]), other = RowName(digestOf: [2]), shelf = RowName(digestOf: [3])

  private func tree(_ rows: [TreeRow]) -> Tree {
    var tree = TreeWorld.founded
    for row in rows { tree.put(row) }
    return tree
  }

  private func view(_ tree: Tree, own: Set<UInt64> = []) -> TreeView<Tree> {
    TreeView(tree, tree.declarations) { _, _, write in own.contains(write.name) }
  }

  private func bookRow(_ name: RowName, _ title: TreeValue = "A", key: Int64 = 1) -> TreeRow {
    TreeRow(born: name, in: "book", key: key, values: ["title": title])
  }

  private func questions(_ tree: Tree) throws -> [TreeQuestion.Kind] {
    let view = view(tree)
    return try tree.sorted.filter { TreeFormat.isOfPerson($0.table) }
      .flatMap { try view.questions(about: $0.name, of: $0.table).map(\.kind) }
  }

  // MARK: Values

  @Test func severalValues() throws {
    let row = bookRow(book)
    let merged = try #require(
      TreeRow.merged(
        base: row, ours: row.changed(["title": "B"], by: 5), theirs: row.changed(["title": "C"], by: 4)))
    let tree = tree([merged])
    #expect(try view(tree).row(book, of: "book")?.values["title"] == "C")
    #expect(try view(tree, own: [5]).row(book, of: "book")?.values["title"] == "B")
    #expect(
      try questions(tree) == [
        .values(column: "title", [CellWrite(4, "C"), CellWrite(5, "B")], original: "A")
      ])
    let alike = try #require(
      TreeRow.merged(
        base: row, ours: row.changed(["title": "B"], by: 5), theirs: row.changed(["title": "B"], by: 4)))
    #expect(try questions(self.tree([alike])).isEmpty)
  }

  /// Whoever was born without a value says nothing.
  @Test func bornWithoutValue() throws {
    let tag = RowName(digestOf: [9])
    func row(_ label: TreeValue) -> TreeRow {
      TreeRow(born: tag, in: "tag", key: nil, values: ["code": "x", "label": label])
    }
    let merged = try #require(TreeRow.merged(base: nil, ours: row("L"), theirs: row(.null)))
    #expect(try questions(tree([merged])).isEmpty)
    #expect(try view(tree([merged])).row(tag, of: "tag")?.values["label"] == "L")
    let cleared = row("L").changed(["label": .null], by: 3)
    let other = row("L").changed(["label": "M"], by: 4)
    let both = try #require(TreeRow.merged(base: row("L"), ours: cleared, theirs: other))
    #expect(try questions(tree([both])).count == 1)
  }

  /// A value that a constraint allows once is the same on every machine.
  @Test func ownUniqueValue() throws {
    let row = TreeRow(born: shelf, in: "shelf", key: 1, values: ["name": "a"])
    let merged = try #require(
      TreeRow.merged(
        base: row, ours: row.changed(["name": "b"], by: 9), theirs: row.changed(["name": "c"], by: 8)))
    #expect(try view(tree([merged]), own: [9]).row(shelf, of: "shelf")?.values["name"] == "c")
  }

  @Test func columnsOfTheLibrary() throws {
    let row = TreeRow(born: book, in: "book", key: 1, values: ["title": "A", "rating": "many"])
    let tree = tree([row])
    func shown(_ column: LocalColumn) throws -> ViewRow? {
      try TreeView(tree, tree.declarations, local: ["book": ["rating": column]]).row(book, of: "book")
    }
    let strict = try shown(LocalColumn(affinity: .integer, isStrict: true))
    #expect(
      strict?.values["rating"] == nil && strict?.leftOut == ["rating": .kind] && strict?.obstacle == nil)
    let required = try shown(LocalColumn(affinity: .integer, isStrict: true, isRequired: true))
    #expect(required?.obstacle == .kind)
    #expect(try shown(LocalColumn(affinity: .integer))?.values["rating"] == "many")
  }

  // MARK: Presence

  @Test func deletedAndChanged() throws {
    let row = bookRow(book)
    let merged = try #require(
      TreeRow.merged(base: row, ours: row.deleted(by: 4), theirs: row.changed(["title": "B"], by: 5)))
    #expect(try questions(tree([merged])) == [.deleted(by: [4], kept: [5])])
    #expect(try view(tree([merged])).row(book, of: "book")?.isThere == true)
    for (answer, isThere) in [(TreeAnswer.stays, true), (.goes, false)] {
      var tree = tree([merged])
      let question = try #require(try view(tree).questions(about: book, of: "book").first)
      for row in try view(tree).rows(answering: question, answer, by: 7) ?? [] { tree.put(row) }
      #expect(try questions(tree).isEmpty)
      #expect(try view(tree).row(book, of: "book")?.isThere == isThere)
    }
  }

  /// A change of a row in question is no answer: the person may not have seen the question.
  @Test func changeWhileInQuestion() throws {
    let row = bookRow(book)
    let merged = try #require(
      TreeRow.merged(base: row, ours: row.deleted(by: 4), theirs: row.changed(["title": "B"], by: 5)))
    #expect(try questions(tree([merged.changed(["title": "C"], by: 6)])) == [.deleted(by: [4], kept: [6])])
  }

  @Test(arguments: [TreeAnswer.stays, .goes])
  func goneAndPointedTo(_ answer: TreeAnswer) throws {
    let reading = RowName(digestOf: [7])
    let note = TreeRow(born: reading, in: "reading", key: 1, values: ["book": .row(book)])
    var tree = tree([bookRow(book).deleted(by: 4), note])
    #expect(try questions(tree) == [.pointedTo(by: [note.place])])
    #expect(try view(tree).row(book, of: "book")?.isThere == true)
    let question = try #require(try view(tree).questions(about: book, of: "book").first)
    for row in try view(tree).rows(answering: question, answer, by: 7) ?? [] { tree.put(row) }
    #expect(try questions(tree).isEmpty)
    #expect(try view(tree).row(book, of: "book")?.isThere == (answer == .stays))
    #expect(try view(tree).row(reading, of: "reading")?.isThere == (answer == .stays))
  }

  /// The other value of a cell that points to a row which goes is kept.
  @Test func referenceInQuestion() throws {
    let (author, writer) = (RowName(digestOf: [11]), RowName(digestOf: [12]))
    let row = bookRow(book)
    let merged = try #require(
      TreeRow.merged(
        base: row, ours: row.changed(["author": .row(author)], by: 3),
        theirs: row.changed(["author": .row(writer)], by: 4)))
    let authors = [author, writer].map {
      TreeRow(born: $0, in: "author", key: nil, values: ["name": .row($0)])
    }
    var tree = tree([merged, authors[0].deleted(by: 5), authors[1]])
    let question = try #require(try view(tree).questions(about: author, of: "author").first)
    for row in try view(tree).rows(answering: question, .goes, by: 6) ?? [] { tree.put(row) }
    #expect(tree.row(book, of: "book")?["author"].writes == [CellWrite(6, .row(writer))])
  }

  // MARK: Unique values

  @Test func uniqueValue() throws {
    let (first, second) = (min(book, shelf), max(book, shelf))
    let rows = [first, second].map { TreeRow(born: $0, in: "author", key: 1, values: ["name": "a"]) }
    var tree = tree(rows)
    #expect(try questions(tree) == [.unique(columns: ["name"], holder: first)])
    let loser = try view(tree).row(second, of: "author")
    #expect(loser?.values == [:] && loser?.leftOut == ["name": .unique(["name"], holder: first)])
    #expect(try view(tree).row(first, of: "author")?.values == ["name": "a"])
    let question = try #require(try view(tree).questions(about: second, of: "author").first)
    for row in try view(tree).rows(answering: question, .same, by: 7) ?? [] { tree.put(row) }
    #expect(try questions(tree).isEmpty)
    #expect(try view(tree).row(second, of: "author")?.name == first)
    #expect(try view(tree).row(second, of: "author")?.members.map(\.name) == [first, second])
  }

  @Test func uniqueOfGoneRow() throws {
    let (first, second) = (min(book, shelf), max(book, shelf))
    let rows = [first, second].map { TreeRow(born: $0, in: "author", key: 1, values: ["name": "a"]) }
    #expect(try questions(tree([rows[0].deleted(by: 3), rows[1]])).isEmpty)
  }

  @Test func sameDeclaredKey() throws {
    let (first, second) = (min(book, shelf), max(book, shelf))
    let rows = [first, second].map { TreeRow(born: $0, in: "tag", key: nil, values: ["code": "a"]) }
    #expect(try view(tree(rows)).row(second, of: "tag")?.obstacle == .unique(["code"], holder: first))
  }

  // MARK: Keys

  @Test func keysOfTwoMachines() throws {
    let names = (0..<5).map { RowName(digestOf: [$0]) }.sorted()
    let keys: [Int64] = [5, 5, 6, 5, 8]
    let tree = tree(zip(names, keys).map { bookRow($0, key: $1) })
    let view = view(tree)
    #expect(try names.map { try view.row($0, of: "book")?.key } == [5, 7, 6, 9, 8])
  }

  @Test func keyOfDeletedRow() throws {
    let (first, second) = (min(book, other), max(book, other))
    let tree = tree([bookRow(first, key: 2).deleted(by: 3), bookRow(second, key: 2)])
    #expect(try view(tree).row(second, of: "book")?.key == 2)
  }

  @Test func withoutKey() throws {
    let row = TreeRow(born: book, in: "book", key: nil, values: [:])
    #expect(try view(tree([row])).row(book, of: "book")?.obstacle == .noKey)
  }

  // MARK: Rows that are one

  @Test func mergedInOppositeDirections() throws {
    let base = tree([bookRow(book, key: 1), bookRow(other, "B", key: 2)])
    func merged(_ first: RowName, _ second: RowName, _ name: UInt64) throws -> Tree {
      var tree = base
      tree.put(try view(base).same(first, second, of: "book", by: name))
      let row = try #require(try view(tree).row(first, of: "book"))
      for row in row.changed(["title": "A"], by: name) { tree.put(row) }
      return tree
    }
    let tree = Tree.merged(base: base, ours: try merged(book, other, 5), theirs: try merged(other, book, 6))
    #expect(try questions(tree).isEmpty)
    let row = try #require(try view(tree).row(other, of: "book"))
    #expect(row.name == min(book, other) && row.isThere && row.values["title"] == "A")
    #expect(row.members.count == 2)
  }

  /// Pairs that contain rows which are one are one, also if one of them was deleted; and a reference shows the smallest name.
  @Test func pairsOfMergedRows() throws {
    let pairs = [book, other].map { name in
      TreeRow(
        born: RowName(digestOf: name.bytes), in: "book_shelf", key: nil,
        values: ["book": .row(name), "shelf": .row(shelf), "place": "x"])
    }
    let reading = TreeRow(
      born: RowName(digestOf: [8]), in: "reading", key: 1, values: ["book": .row(max(book, other))])
    var tree = tree([bookRow(book), bookRow(other, key: 2), pairs[0].deleted(by: 3), pairs[1], reading])
    tree.put(TreeRow(born: shelf, in: "shelf", key: 1, values: ["name": "s"]))
    tree.put(RowBirth.same(book, other, of: "book"))
    let row = try #require(try view(tree).row(pairs[0].name, of: "book_shelf"))
    #expect(row.members.count == 2 && row.isThere && row.values["place"] == "x")
    #expect(row.values["book"] == .row(min(book, other)))
    #expect(try view(tree).row(reading.name, of: "reading")?.values["book"] == .row(min(book, other)))
    #expect(try questions(tree).isEmpty)
    tree.put(RowBirth.same(book, other, of: "book").deleted(by: 9))
    #expect(try view(tree).row(pairs[0].name, of: "book_shelf")?.isThere == false)
  }

  @Test func questionIds() throws {
    let row = bookRow(book)
    let merged = try #require(
      TreeRow.merged(
        base: row, ours: row.changed(["title": "B", "rating": "1"], by: 5),
        theirs: row.changed(["title": "C", "rating": "2"], by: 4)))
    let first = try view(tree([merged])).questions(about: book, of: "book")
    #expect(Set(first.map(\.id)).count == 2)
    let more = try #require(
      TreeRow.merged(base: row, ours: merged, theirs: row.changed(["title": "D"], by: 3)))
    let second = try view(tree([more])).questions(about: book, of: "book")
    #expect(first.map(\.id) == second.map(\.id) && first != second)
  }
}
