import Records
import SyncSupport
import Syncing
import Testing

@Suite struct TreePathTests {
  @Test(arguments: [
    ("book", "rows/book/all.jsonl"), ("Book", "rows/+book/all.jsonl"), (".git", "rows/%2egit/all.jsonl"),
    ("a/b", "rows/a%2fb/all.jsonl"), ("..", "rows/%2e%2e/all.jsonl"), ("", "rows/%/all.jsonl"),
    ("CON", "rows/+c+o+n/all.jsonl"), ("con", "rows/%63on/all.jsonl"), ("lpt9", "rows/%6cpt9/all.jsonl"),
    ("é", "rows/%c3%a9/all.jsonl"), ("e\u{301}", "rows/e%cc%81/all.jsonl"), ("%", "rows/%25/all.jsonl"),
    ("+a", "rows/%2ba/all.jsonl"), ("tables", "rows/tables/all.jsonl"),
  ])
  func tables(_ table: String, _ path: String) {
    #expect(TreePath.rows(table: Text(table), prefix: "").text == path)
    #expect(TreePath(path) == .rows(table: Text(table), prefix: ""))
  }

  @Test func others() {
    #expect(TreePath.rows(table: TreeFormat.same, prefix: "0f").text == "same/0/f.jsonl")
    #expect(TreePath.rows(table: TreeFormat.declarations, prefix: "").text == "tables/all.jsonl")
    #expect(TreePath("settings/a.jsonl") == .rows(table: TreeFormat.settings, prefix: "a"))
    #expect(TreePath.value(RowName(digestOf: [])).text == "values/e3/b0c44298fc1c149afbf4c8996fb924")
    #expect(TreePath("values/e3/b0c44298fc1c149afbf4c8996fb924") == .value(RowName(digestOf: [])))
    #expect(TreePath(TreeFormat.path) == .format)
    #expect(TreeFormat.number(in: TreeFormat.content) == TreeFormat.number)
    #expect(TreeFormat.number(in: Array(#"{"format":-1}"#.utf8) + [0x0a]) == nil)
    #expect(TreePath.rows(table: Text(String(repeating: "é", count: 41)), prefix: "").text == nil)
  }

  @Test(arguments: [
    "", "/", "rows", "rows/", "rows/book", "rows/book/", "rows/book/g.jsonl", "rows/book/A.jsonl",
    "rows/Book/all.jsonl", "rows/../all.jsonl", "../x", "rows/book/a/all.jsonl", "rows/book//a.jsonl",
    "rows/book/ab.jsonl", "rows/con/all.jsonl", "rows/%/%/all.jsonl", "rows/%4/all.jsonl",
    "rows/%61/all.jsonl",
    "rows/+1/all.jsonl", "rows/%00tables/all.jsonl", "values/e3/b0",
    "values/e3b0c44298fc1c149afbf4c8996fb924",
    "tables/all.json", "format.jsonl", "rows/%ff/all.jsonl",
    "rows/b/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0.jsonl",
  ])
  func strange(_ path: String) { #expect(TreePath(path) == nil) }

  @Test func filesAreDivided() throws {
    var files = TreeFiles(table: "t")
    var found: [String: [UInt8]] = [:]
    let rows = (0..<3_000).map { number in
      TreeRow(
        born: RowName(digestOf: Array("\(number)".utf8)), in: "t", key: Int64(number),
        values: ["text": .value(.text(Text(String(repeating: "x", count: number % 97 * 9))))])
    }
    let tree = Tree(rows)
    for row in tree.sorted { try files.add(row.name, TreeLine.bytes(of: row)) { found[$0] = $1 } }
    try files.finish { found[$0] = $1 }
    #expect(found.count > 16)
    #expect(found.values.allSatisfy { $0.count <= TreeFormat.fileByteCount })
    #expect(
      TreeFolder(found.merging([TreeFormat.path: TreeFormat.content]) { first, _ in first })
        == TreeFolder(tree))
  }
}
