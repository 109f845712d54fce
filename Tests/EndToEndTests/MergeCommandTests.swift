import Foundation
import TestSupport
import Testing

@Suite("Duplicates in commands")
struct MergeCommandTests {
  let desk: CommandDesk

  init() throws { desk = try CommandDesk() }

  @Test("Duplicates are found, merged and brought back")
  func merge() throws {
    try desk.make("reading")
    try desk.run("add", "title=Dune", "author=Frank Herbert", "isbn=0441172717")
    try desk.run("add", "title=DUNE", "author=Herbert, Frank", "pages=604", "tags=sf")
    try desk.run("add", "title=Emma", "author=Jane Austen", "tags=wit")
    try desk.run("finish", "2", "--on", "2023-05-20")
    #expect(
      try desk.run("duplicates", "--json").text == "[{\"reason\":\"title\",\"sure\":true,\"keys\":[1,2]}]\n")
    #expect(try desk.run("duplicates").text == "same title and author\n  1  Dune\n  2  DUNE\n")
    #expect(try desk.run("duplicates", "emma").status == 1)
    let trial = try desk.run("merge", "1", "2", "--dry-run")
    #expect(trial.errors.contains("This would merge 2 books into “Dune”."))
    #expect(trial.errors.contains("Moved to the one that stays: 1 reading."))
    #expect(try desk.run("list", "--count").text == "3\n")
    #expect(try desk.run("merge", "1", "2", "--field", "author=2").status == 0)
    #expect(
      try desk.run("list", "--csv", "--columns", "title,author,pages,tags,reading").text
        == "pk,title,author,pages,tags,reading\n1,Dune,\"Herbert, Frank\",604,sf,1\n3,Emma,Jane Austen,,wit,\n"
    )
    #expect(try desk.run("undo").errors.contains("merging into “Dune”"))
    #expect(try desk.run("list", "--count").text == "3\n")
  }

  @Test("What cannot be merged is said")
  func wrong() throws {
    try desk.make("reading")
    for title in ["Dune", "Emma"] { try desk.run("add", "title=" + title) }
    #expect(try desk.run("merge", "1").status == 64)
    #expect(try desk.run("merge", "1", "1").status == 64)
    #expect(try desk.run("merge", "1", "9").status == 1)
    #expect(try desk.run("merge", "1", "2", "--keep", "3").status == 64)
    #expect(try desk.run("merge", "1", "2", "--field", "colour=2").status == 64)
    #expect(try desk.run("merge", "1", "2", "--field", "pages=7").status == 64)
    #expect(try desk.run("duplicates", "--by", "colour").status == 64)
    #expect(try desk.run("duplicates").status == 1)
    #expect(try desk.run("list", "--count").text == "2\n")
  }
}
