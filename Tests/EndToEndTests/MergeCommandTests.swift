import Foundation
import Testing

@Suite("Duplicates in commands") struct MergeCommandTests {
  let desk: CommandDesk

  init() throws { desk = try CommandDesk() }

  @Test("Duplicates are found, merged and brought back") func merge() throws {
    try desk.make("reading")
    try desk.expect("add title=Dune 'author=Frank Herbert' isbn=0441172717")
    try desk.expect("add title=DUNE 'author=Herbert, Frank' pages=604 tags=sf")
    try desk.expect("add title=Emma 'author=Jane Austen' tags=wit")
    try desk.expect("finish 2 --on 2023-05-20")
    try desk.expect("duplicates --json", "[{\"reason\":\"title\",\"sure\":true,\"keys\":[1,2]}]\n")
    try desk.expect("duplicates", "same title and author\n  1  Dune\n  2  DUNE\n")
    try desk.expect("duplicates emma", status: 1)
    try desk.expect(
      "merge 1 2 --dry-run", says: "This would merge 2 books into “Dune”.",
      "Moved to the one that stays: 1 reading.")
    try desk.expect("list --count", "3\n")
    try desk.expect("merge 1 2 --field author=2")
    try desk.expect(
      "list --csv --columns title,author,pages,tags,reading",
      "pk,title,author,pages,tags,reading\n1,Dune,\"Herbert, Frank\",604,sf,1\n3,Emma,Jane Austen,,wit,\n")
    try desk.expect("undo", says: "merging into “Dune”")
    try desk.expect("list --count", "3\n")
  }

  @Test("What cannot be merged is said") func wrong() throws {
    try desk.make("reading")
    for title in ["Dune", "Emma"] { try desk.expect("add title=" + title) }
    for (line, status) in [
      ("merge 1", 64), ("merge 1 1", 64), ("merge 1 9", 1), ("merge 1 2 --keep 3", 64),
      ("merge 1 2 --field colour=2", 64), ("merge 1 2 --field pages=7", 64), ("duplicates --by colour", 64),
      ("duplicates", 1),
    ] as [(String, Int32)] { try desk.expect(line, status: status) }
    try desk.expect("list --count", "2\n")
  }
}
