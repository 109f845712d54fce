import Records
import SyncSupport
import Syncing
import Testing

/// What is wrong in a tree that arrives is named and left out, and the rest arrives.
@Suite struct TreeHostileTests {
  private let rows = (0..<40).map { number in
    TreeRow(
      born: RowName(digestOf: Array("\(number)".utf8)), in: "book", key: Int64(number), values: ["title": "A"]
    )
  }

  private func merge(_ ours: TreeFolder?, _ theirs: TreeFolder, base: TreeFolder? = nil) throws -> TreeNews {
    var news = TreeNews()
    var merge = TreeMerge<TreeFolder, TreeNews>(base: base, ours: ours, theirs: theirs)
    try merge.run(into: &news)
    return news
  }

  @Test func wrongLines() throws {
    let path = "rows/book/all.jsonl"
    var lines = TreeFolder(Tree(rows)).contents[path, default: []].split(separator: 0x0a).map(Array.init)
    lines[3][40] ^= 1
    lines[7] = Array("nonsense".utf8)
    lines.swapAt(20, 21)
    lines[30] = lines[29]
    let news = try merge(nil, TreeFolder([path: Array(lines.joined(separator: [0x0a])) + [0x0a]]))
    #expect(Set(news.problems.map(\.line)) == [4, 8, 22, 31])
    #expect(news.rows.count == 36)
    #expect(
      Tree(news.rows.map(\.new)).sorted == Tree(rows).sorted.filter { news.rows.map(\.new).contains($0) })
    #expect(TreeFolder(news.files.compactMapValues(\.self)) == TreeFolder(Tree(news.rows.map(\.new))))
  }

  /// Who lacks a line or sends a damaged one says nothing about the row.
  @Test func missingAndDamagedLines() throws {
    let ours = TreeFolder(Tree(rows))
    let path = "rows/book/all.jsonl"
    #expect(try merge(ours, TreeFolder([:]), base: ours).rows.isEmpty)
    #expect(try merge(ours, TreeFolder([path: []]), base: ours).rows.isEmpty)
    let news = try merge(ours, TreeFolder([path: Array("?\n".utf8)]), base: ours)
    #expect(news.rows.isEmpty && news.files.isEmpty)
    #expect(news.problems == [TreeProblem(path: path, line: 1)])
  }

  @Test func wrongFiles() throws {
    var theirs = TreeFolder(Tree(rows))
    for number in 0..<3_000 { theirs.contents["x/\(number)"] = [1] }
    theirs.contents["../x"] = [1]
    theirs.contents["rows/book/a/a.jsonl"] = theirs.contents["rows/book/all.jsonl"]
    theirs.contents["rows/tag/all.jsonl"] = [UInt8](repeating: 0x7b, count: TreeFormat.lineByteCount + 2)
    theirs.contents["values/00/00000000000000000000000000000000"] = [1]
    theirs.contents["values/00/000000000000000000000000000000"] = [1]
    let news = try merge(nil, theirs)
    #expect(Tree(news.rows.map(\.new)) == Tree(rows))
    #expect(Set(news.problems.map(\.path)).isSuperset(of: ["../x", "x/0", "x/2999", "rows/tag/all.jsonl"]))
    #expect(news.problems.contains { $0.path == "values/00/000000000000000000000000000000" })
    #expect(!news.files.keys.contains { $0.hasPrefix("values") || $0.hasPrefix("x") || $0.hasPrefix(".") })
  }

  @Test func largeValuesArrive() throws {
    let bytes = [UInt8](repeating: 1, count: 70_000)
    let path = try #require(TreePath.value(RowName(digestOf: bytes)).text)
    let news = try merge(TreeFolder(Tree(rows)), TreeFolder([path: bytes]))
    #expect(news.files == [path: bytes])
    #expect(
      try Set(merge(TreeFolder([path: bytes]), TreeFolder([path: bytes])).files.keys) == [TreeFormat.path])
  }

  /// Writes that vanish although nobody has replaced them leave a cell with something.
  @Test func writesThatVanish() {
    func row(_ writes: [CellWrite]) -> TreeRow {
      TreeRow(RowName(digestOf: []), in: "book", cells: ["title": TreeCell(writes)])
    }
    let (one, other) = (CellWrite(1, "A"), CellWrite(2, "B"))
    let merged = TreeRow.merged(base: row([one, other]), ours: row([one]), theirs: row([other]))
    #expect(merged?["title"].writes == [one, other])
  }

  /// What is too much together leaves ours as it is.
  @Test func tooManyWrites() throws {
    func tree(_ names: Range<UInt64>) -> TreeFolder {
      let writes = names.map { CellWrite($0, .null) }
      return TreeFolder(
        Tree([TreeRow(rows[0].name, in: "book", cells: ["title": TreeCell(writes)]), rows[1]]))
    }
    let news = try merge(tree(1..<600), tree(601..<1_200))
    #expect(news.rows.isEmpty && news.files.isEmpty)
    #expect(news.problems.count == 1)
    #expect(try merge(nil, tree(1..<600)).rows.count == 2)
  }

  @Test func endlessSame() throws {
    var tree = TreeWorld.founded
    let books = (0..<600).map { number in
      TreeRow(born: RowName(digestOf: Array("\(number)".utf8)), in: "book", key: Int64(number), values: [:])
    }
    for book in books { tree.put(book) }
    for (one, other) in zip(books, books.dropFirst()) {
      tree.put(RowBirth.same(one.name, other.name, of: "book"))
    }
    let index = SparseTree(tree)
    let view = TreeView(index, tree.declarations)
    #expect(try view.row(books[5].name, of: "book")?.members.count == 1)
  }

  @Test func endlessReferences() throws {
    var tree = TreeWorld.founded
    var notes: [TreeRow] = []
    for number in 0..<400 {
      var values: [Text: TreeValue] = [:]
      if let last = notes.last { values["parent"] = .row(last.name) }
      let name = RowName(digestOf: Array("\(number)".utf8))
      notes.append(TreeRow(born: name, in: "note", key: Int64(number), values: values))
    }
    notes[0]["parent"] = TreeCell(born: .row(notes[399].name))
    for note in notes { tree.put(note.deleted(by: 1)) }
    let circle = TreeView(SparseTree(tree), tree.declarations)
    #expect(try !notes.contains { try circle.row($0.name, of: "note")?.isThere ?? true })
    tree.put(notes[399])
    let view = TreeView(SparseTree(tree), tree.declarations)
    #expect(try notes.allSatisfy { try view.row($0.name, of: "note")?.isThere ?? false })
  }

  @Test func oneKeyForAll() throws {
    var tree = TreeWorld.founded
    for number in 0..<300 {
      let name = RowName(digestOf: Array("\(number)".utf8))
      tree.put(TreeRow(born: name, in: "note", key: number % 2 == 0 ? .max : 3, values: [:]))
    }
    let view = TreeView(SparseTree(tree), tree.declarations)
    let keys = try tree.sorted.filter { $0.table == "note" }.compactMap {
      try view.row($0.name, of: "note")?.key
    }
    #expect(Set(keys).count == 300)
    #expect(Set(keys) == Set(Array(1...299) + [Int64.max]))
  }
}

/// A tree that looks rows up in tables of its own, for tests with many rows.
private struct SparseTree: TreeIndex {
  private let tree: Tree
  private var pointing: [RowName: [TreePlace]] = [:]
  private var same: [RowName: [TreeRow]] = [:]
  private var keys: [TreeValue: [RowName]] = [:]

  init(_ tree: Tree) {
    self.tree = tree
    for row in tree.sorted {
      for case .row(let name) in row.cells.values.flatMap(\.writes).map(\.value) {
        if row.table == TreeFormat.same {
          same[name, default: []].append(row)
        } else {
          pointing[name, default: []].append(row.place)
        }
      }
      for write in row.key.writes { keys[write.value, default: []].append(row.name) }
    }
  }

  func row(_ name: RowName, of table: Text) -> TreeRow? { tree.row(name, of: table) }
  func rows(of table: Text, columns: [Text], values: [TreeValue]) -> [RowName] {
    tree.rows(of: table, columns: columns, values: values)
  }
  func rows(pointingTo name: RowName, of table: Text) -> [TreePlace] { pointing[name] ?? [] }
  func claims(of table: Text, key: Int64) -> [RowName] { keys[.value(.integer(key))] ?? [] }
  func contested(of table: Text) -> [RowName] { keys.values.filter { $0.count > 1 }.flatMap(\.self) }
  func sameRows(naming name: RowName, of table: Text) -> [TreeRow] { same[name] ?? [] }
}
