import Records
import SeededRandom
import SyncSupport
import Syncing
import Testing

@Suite struct TreeMergeTests {
  @Test func histories() {
    let problems = TreeTrial.problems(seed: 1, cases: 2_000)
    #expect(problems.isEmpty, "\(problems.prefix(5))")
  }

  @Test(
    "A new row that makes two others one changes what rows show that share their values",
    arguments: [
      1_058_300, 1_059_600, 1_092_870,
    ])
  func newUnions(seed: UInt64) {
    #expect(TreeTrial.problems(seed: seed, cases: 1) == [])
  }

  /// A birth has no name, so a cell remembers which ones were replaced: otherwise the order of merges would decide.
  @Test func birthsOfSeveralMachines() {
    let name = RowName(digestOf: [1])
    func row(_ title: TreeValue) -> TreeRow {
      TreeRow(born: name, in: "book", key: 1, values: ["title": title])
    }
    let (born, changed) = (Tree([row("A")]), Tree([row("A").changed(["title": "B"], by: 7)]))
    // The first and the third machine give birth to the row, and so does the second one, which the third one knows.
    let first = Tree.merged(
      base: born, ours: .merged(base: Tree(), ours: born, theirs: born), theirs: changed)
    let second = Tree.merged(
      base: Tree(), ours: .merged(base: born, ours: born, theirs: changed), theirs: born)
    #expect(first == second)
    let cell = first.sorted[0]["title"]
    #expect(cell.writes == [CellWrite(7, "B")])
    #expect(cell.replaced == ["A"])
  }

  @Test func twoBirthsThatDiffer() {
    let name = RowName(digestOf: [1])
    func row(_ label: TreeValue) -> TreeRow {
      TreeRow(born: name, in: "tag", key: nil, values: ["label": label])
    }
    let merged = TreeRow.merged(base: nil, ours: row("x"), theirs: row("y"))
    #expect(merged?["label"].writes == [CellWrite(0, "x"), CellWrite(0, "y")])
    let withNull = TreeRow.merged(base: nil, ours: row("x"), theirs: row(.null))
    #expect(withNull?["label"].writes == [CellWrite(0, .null), CellWrite(0, "x")])
  }

  @Test func knownToOneSideOnly() {
    let row = TreeRow(born: RowName(digestOf: [1]), in: "book", key: 1, values: ["title": "A"])
    let changed = row.changed(["title": "B", "rating": .value(.integer(3))], by: 5)
    #expect(TreeRow.merged(base: nil, ours: nil, theirs: changed) == changed)
    #expect(TreeRow.merged(base: row, ours: changed, theirs: row) == changed)
    #expect(TreeRow.merged(base: row, ours: nil, theirs: changed) == changed)
    #expect(TreeRow.merged(base: nil, ours: nil, theirs: nil) == nil)
    #expect(changed["rating"].replaced == [.null])
    #expect(changed.presence.writes == [TreeCell.stays(5)])
  }

  @Test func largeTrees() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<60 { try compareFiles(&random) }
  }

  /// Trees whose files are divided and joined by what the two sides do.
  private func compareFiles(_ random: inout SeededGenerator) throws {
    let count = Int.random(in: 0..<120, using: &random)
    let base = Tree((0..<count).map { Self.row($0, &random) })
    var sides = [base, base]
    for side in 0...1 {
      let share = Double.random(in: 0...1, using: &random)
      for row in base.sorted where Double.random(in: 0...1, using: &random) < share * share {
        sides[side].put(row.changed(["text": Self.text(&random)], by: random.next()))
      }
      for number in 0..<Int.random(in: 0..<20, using: &random) {
        sides[side].put(Self.row(1_000 + number + side * Int.random(in: 0...20, using: &random), &random))
      }
    }
    let (ours, theirs) = (TreeFolder(sides[0]), TreeFolder(sides[1]))
    let expected = Tree.merged(base: base, ours: sides[0], theirs: sides[1])
    var news = TreeNews()
    var merge = TreeMerge<TreeFolder, TreeNews>(base: TreeFolder(base), ours: ours, theirs: theirs)
    try merge.run(into: &news)
    #expect(ours.with(news.files) == TreeFolder(expected))
    #expect(news.files.allSatisfy { ours.contents[$0.key] != $0.value })
    #expect(Tree(news.rows.map(\.new)) == Tree(expected.sorted.filter { sides[0][$0.place] != $0 }))
    #expect(news.rows.allSatisfy { $0.old == sides[0][$0.new.place] })
    try comparePatch(from: sides[0], to: expected)
    try compareDifference(from: sides[0], to: expected)
  }

  private func comparePatch(from old: Tree, to new: Tree) throws {
    var rest = new.sorted.filter { old[$0.place] != $0 }[...]
    var files: [String: [UInt8]?] = [:]
    try TreePatch(TreeFolder(old)).write({ rest.popFirst() }) { files[$0] = .some($1) }
    #expect(TreeFolder(old).with(files) == TreeFolder(new))
    #expect(files.allSatisfy { TreeFolder(old).contents[$0.key] != $0.value })
  }

  /// A merge in which ours is what both knew is the difference.
  private func compareDifference(from old: Tree, to new: Tree) throws {
    var news = TreeNews(wantsFiles: false)
    var merge = TreeMerge<TreeFolder, TreeNews>(
      base: TreeFolder(old), ours: TreeFolder(old), theirs: TreeFolder(new))
    try merge.run(into: &news)
    #expect(news.rows.map(\.new) == new.sorted.filter { old[$0.place] != $0 })
    #expect(news.files.isEmpty)
  }

  private static func row(_ number: Int, _ random: inout SeededGenerator) -> TreeRow {
    TreeRow(
      born: RowName(digestOf: Array("\(number)".utf8)), in: number % 5 == 0 ? "note" : "book",
      key: Int64(number), values: ["text": text(&random)])
  }

  private static func text(_ random: inout SeededGenerator) -> TreeValue {
    let isLong = Int.random(in: 0..<4, using: &random) == 0
    let count = Int.random(in: 0...(isLong ? 60_000 : 2_000), using: &random)
    return .value(.text(Text(bytes: Array(repeating: 0x78, count: count))))
  }
}

extension TreeRow {
  var place: TreePlace { TreePlace(name, of: table) }
}
