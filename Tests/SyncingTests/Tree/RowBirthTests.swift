import Records
import SyncSupport
import Syncing
import Testing

@Suite struct RowBirthTests {
  private let declarations = Dictionary(uniqueKeysWithValues: TreeWorld.declarations.map { ($0.table, $0) })

  private func birth(_ table: Text, _ values: [Text: TreeValue], circular: Set<Text> = []) throws -> RowBirth
  {
    RowBirth(values, in: try #require(declarations[table]), circular: circular)
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb924"), ("abc", "ba7816bf8f01cfea414140de5dae2223"),
    ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039"),
    (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67"),
  ])
  func digests(_ text: String, _ name: String) {
    #expect(RowName(digestOf: Array(text.utf8)).text == name)
    #expect(RowName(hex: Array(name.utf8))?.bytes == RowName(digestOf: Array(text.utf8)).bytes)
  }

  @Test func names() {
    let name = RowName(digestOf: [])
    #expect(RowName(hex: Array(name.text.uppercased().utf8)) == nil)
    #expect(RowName(hex: Array(name.text.dropLast().utf8)) == nil)
    #expect(RowName(bytes: Array(name.bytes.dropLast())) == nil)
    let names = (0..<50).map { RowName(digestOf: [$0]) }
    #expect(names.sorted().map(\.text) == names.map(\.text).sorted())
  }

  @Test func signs() throws {
    let pair: [Text: TreeValue] = [
      "book": .row(RowName(digestOf: [1])), "shelf": .row(RowName(digestOf: [2])),
    ]
    #expect(try birth("book_shelf", pair.merging(["place": "x"]) { first, _ in first }).values == pair)
    #expect(try birth("shelf", ["name": "s", "colour": "red"]).values == ["name": "s"])
    let book = try birth("book", ["title": "A", "rating": .null])
    #expect(book.sign == .counted && book.values == ["title": "A"])
    #expect(try birth("author", ["name": .null]).sign == .counted)
    #expect(try birth("tag", ["code": .null, "label": "x"]).values == ["label": "x"])
    let note = try birth("note", ["text": "x", "parent": .row(RowName(digestOf: [1]))], circular: ["parent"])
    #expect(note.values == ["text": "x"])
  }

  @Test func movingDefaults() {
    let declaration = TreeDeclaration("t", columns: [.init("a"), .init("added", isMoving: true)])
    #expect(RowBirth(["a": "x", "added": "2026"], in: declaration).values == ["a": "x"])
  }

  /// The same on every machine and in every version: a change of this is another format.
  @Test func stableNames() throws {
    let row = try birth("book", ["title": "A", "rating": .value(.integer(4))])
    #expect(
      row.name(number: 1) == RowName(digestOf: Array(#"["all","book",{"rating":4,"title":"A"},1]"#.utf8)))
    let shelf = try birth("shelf", ["name": "s"])
    #expect(shelf.name(number: 0) == RowName(digestOf: Array(#"["own","shelf",{"name":"s"},0]"#.utf8)))
  }

  @Test func numbers() throws {
    let row = try birth("book", ["title": "A"])
    var (names, given) = (RowNames(), Set<RowName>())
    for number in 0..<100 {
      let name = try names.name(of: row) { given.contains($0) ? .there : .unknown }
      #expect(name == row.name(number: UInt64(number)))
      given.insert(name)
    }
    var later = RowNames()
    #expect(try later.name(of: row) { given.contains($0) ? .gone : .unknown } == row.name(number: 100))
  }

  /// A row that has a name of its own comes back, unless it is there and has become another.
  @Test func ownNames() throws {
    let row = try birth("shelf", ["name": "s"])
    let first = row.name(number: 0)
    var names = RowNames()
    #expect(try names.name(of: row) { _ in .gone } == first)
    #expect(try names.name(of: row) { $0 == first ? .there : .unknown } == row.name(number: 1))
  }

  @Test func pairs() {
    let (one, other) = (RowName(digestOf: [1]), RowName(digestOf: [2]))
    let same = RowBirth.same(one, other, of: "book")
    #expect(same == RowBirth.same(other, one, of: "book"))
    #expect(RowBirth.pair(of: same).map { [$0.first, $0.second] } == [one, other].sorted())
    let renamed = TreeRow(one, in: TreeFormat.same, cells: same.cells)
    #expect(RowBirth.pair(of: renamed) == nil)
  }

  // MARK: Declarations

  @Test func declarationsAsRows() {
    let declaration = TreeDeclaration(
      "Bücher",
      columns: [
        .init("id", type: "INTEGER", isRequired: true), .init("a b", name: "c", type: ""),
        .init("ref", reference: "x"), .init("added", isMoving: true),
      ], key: ["id", "a b"], uniques: [["ref", "a b"], ["added"]],
      statements: ["CREATE TABLE", "CREATE INDEX"])
    #expect(TreeDeclaration(declaration.born()) == declaration)
    #expect(TreeDeclaration(TreeRow(RowName(digestOf: []), in: TreeFormat.declarations)) == nil)
    #expect(declaration.declared(in: declaration.born(), by: 3) == declaration.born())
    #expect(declaration.column(called: "C")?.birth == "a b")
    #expect(declaration.column(called: "A B")?.birth == "a b")
  }

  @Test func renamedOnBothSides() throws {
    let born = TreeDeclaration(
      "t", columns: [.init("a", type: "TEXT"), .init("z", type: "TEXT")], uniques: [["a"]])
    let one = TreeDeclaration("t", columns: [.init("a", name: "b", type: "TEXT"), .init("n")])
    let other = TreeDeclaration("t", columns: [.init("a", name: "c", type: "TEXT")], uniques: [["a"]])
    let merged = try #require(
      TreeRow.merged(
        base: born.born(), ours: one.declared(in: born.born(), by: 8),
        theirs: other.declared(in: born.born(), by: 7)))
    let result = try #require(TreeDeclaration(merged))
    #expect(result.columns.map(\.birth) == ["a", "n", "z"])
    #expect(result.columns[0].name == "c" && result.columns[0].names == ["a", "b", "c"])
    #expect(result.uniques.isEmpty)
    let again = TreeDeclaration("t", columns: [.init("a", name: "d")])
    #expect(TreeDeclaration(again.declared(in: merged, by: 9))?.column(called: "B")?.birth == "a")
  }

  @Test func order() {
    let (tables, circular) = TreeDeclaration.order(of: TreeWorld.declarations)
    #expect(circular == [.init("note", "parent")])
    #expect(tables == ["author", "note", "shelf", "tag", "book", "book_shelf", "reading"])
    let ring = [
      TreeDeclaration("a", columns: [.init("x", reference: "b")]),
      TreeDeclaration("b", columns: [.init("x", reference: "a"), .init("y", reference: "c")]),
      TreeDeclaration("c", columns: [.init("x", reference: "gone")]),
      TreeDeclaration("d", columns: [.init("x", reference: "a")]),
    ]
    let result = TreeDeclaration.order(of: ring)
    #expect(result.circular == [.init("a", "x"), .init("b", "x")])
    #expect(result.tables == ["a", "c", "b", "d"])
  }
}
