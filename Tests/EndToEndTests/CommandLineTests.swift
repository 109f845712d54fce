import Foundation
import TestSupport
import Testing

@Suite("The command line, and what a run ends with") struct CommandLineTests {
  let desk: CommandDesk

  init() throws { desk = try CommandDesk() }

  @Test("The file stands anywhere, in an option or in the environment") func file() throws {
    try desk.make("sample")
    let other = desk.folder.appending(path: "other.sqlite")
    try SQLiteShell.run("CREATE TABLE t (a); INSERT INTO t VALUES (5); CREATE TABLE u (b)", on: other)
    for arguments in [
      ["-f", other.path, "list", "--csv"], ["list", "--csv", "--file", other.path],
      ["--file=\(other.path)", "--table", "t", "list", "--csv"],
      ["--table=t", "list", "-f", other.path, "--csv"], ["--read-only", "list", "--csv", "-f", other.path],
    ] { #expect(try desk.run(arguments).text == "rowid,a\n1,5\n", "\(arguments)") }
    try desk.expect("list --count", "0\n")
    try desk.expect("--read-only add title=x", status: 1)
    try desk.expect("-f \(desk.folder.path)/none.sqlite list", status: 66)
    try desk.expect("list --table none", status: 65)
  }

  @Test("A word that is no file is refused, with the command that was perhaps meant") func words() throws {
    let refused = try desk.expect("hsitory", says: "Did you mean booklist history?", status: 64)
    #expect(refused.errors.hasPrefix("booklist: There is no command and no file “hsitory”."))
    try desk.expect("zzzzzzzz", says: "booklist --help lists the commands.", status: 64)
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder.path).isEmpty)
  }

  @Test("Whatever is wrong is said after the program's name") func names() throws {
    for line in [
      "--nonsense", "list --nonsense", "one.db two.db", "demo --books x", "nosuch", "export --format none",
      "list -f /none/there", "check /none/there", "import /none/there", "--write-after", "backup", "set",
    ] {
      let errors = try desk.run(line.split(separator: " ").map(String.init)).errors
      #expect(errors.hasPrefix("booklist: ") && !errors.contains("Error: "), "\(line): \(errors)")
    }
  }

  @Test("Standard output is empty whenever the status is not 0 or 3") func outputs() throws {
    try desk.sql("CREATE TABLE t (a TEXT UNIQUE); INSERT INTO t VALUES ('x')")
    for line in [
      "list --nonsense", "list is:marked", "show 9", "show", "values b", "add b=1", "add a=x", "set 9 a=1",
      "set --where a:q a=1", "rm 9", "rm", "undo", "redo", "fields add", "fields remove q --yes",
      "list -f none.sqlite",
    ] {
      let run = try desk.run(line.split(separator: " ").map(String.init))
      #expect(run.status != 0 && run.status != 3, "\(line)")
      #expect(run.output.isEmpty && !run.errors.isEmpty, "\(line)")
    }
  }

  @Test("A locked library is 75, and what is said does not reach a terminal as it is")
  func lockedAndHostile() throws {
    try desk.sql(
      "CREATE TABLE \"t\u{1B}[31m\" (a); INSERT INTO \"t\u{1B}[31m\" VALUES ('x' || char(27) || ']0;y' || char(7) || char(155) || '2J')"
    )
    try desk.run("set", "1", "a=\u{1B}[2J")
    for arguments in [
      ["list"], ["list", "--json"], ["list", "--ndjson"], ["show", "1"], ["show", "1", "--json"],
      ["values", "a"], ["history"], ["info"], ["fields"], ["list", "--table", "\u{1B}[1m"],
      ["list", "--columns", "\u{1B}[1m"], ["show", "\u{1B}[1m"], ["set", "1", "\u{1B}[1m"], ["\u{1B}[1m"],
      ["list", "\u{1B}[1m:("],
    ] {
      let run = try desk.run(arguments)
      #expect(!run.output.contains(27) && !run.errors.contains("\u{1B}"), "\(arguments)")
      #expect(!run.text.unicodeScalars.contains("\u{9B}") && !run.errors.unicodeScalars.contains("\u{9B}"))
    }
    let other = try OtherProgram(desk.library.path).lock("EXCLUSIVE")
    let locked = try desk.run("add", "a=1")
    other.close()
    #expect(locked.status == 75)
    #expect(try desk.run("add", "a=1").status == 0)
  }

  @Test("Two commands at once lose nothing") func twoAtOnce() async throws {
    try desk.sql("CREATE TABLE t (a TEXT, n INTEGER); INSERT INTO t VALUES ('x', 0), ('y', 0)")
    let (desk, count) = (desk, 5)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for row in 1...2 {
        group.addTask {
          for number in 1...count {
            // As two processes once; the others take a tenth of the time.
            func run(_ words: String...) throws -> Command.Outcome {
              guard number == 1 else { return try desk.run(words) }
              return try Command.outcome(of: [Program.path] + words, environment: desk.environment)
            }
            let (set, added) = (try run("set", "\(row)", "n=\(number)"), try run("add", "a=\(row)", "n=0"))
            #expect(set.status == 0 && added.status == 0, "\(set.errors)\(added.errors)")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try desk.query("SELECT group_concat(n) FROM t WHERE rowid < 3") == "\(count),\(count)")
    #expect(try desk.query("SELECT count(*) FROM t") == "\(2 + 2 * count)")
    try desk.expect("list is:dirty --count", "0\n")
  }

  @Test("A reader that goes away ends a list in silence") func pipe() throws {
    try desk.sql(
      "CREATE TABLE t (a); WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 50000) INSERT INTO t SELECT x FROM c"
    )
    let line = "\"$0\" list --csv | head -2; \"$0\" list --keys 'a<=3' | xargs \"$0\" show --csv"
    let run = try Command.outcome(of: ["/bin/sh", "-c", line, Program.path], environment: desk.environment)
    #expect(run.text == "rowid,a\n1,1\nrowid,a\n1,1\n2,2\n3,3\n")
    #expect(run.errors.isEmpty)
  }
}
