import Foundation
import TestSupport
import Testing

@Suite("The command mcp") struct AgentTests {
  let desk: CommandDesk

  init() throws {
    desk = try CommandDesk()
    try desk.sql(
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT NOT NULL, author TEXT, pages INT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
      INSERT INTO book SELECT i, 'Book ' || i, iif(i % 2, 'Odd', '-Even'), i * 10 FROM n;
      """)
  }

  /// What the server writes for lines, each as an object; it is started, since its tools are commands of the program.
  private func answers(to lines: [String], _ options: String...) throws -> [[String: Any]] {
    try objects(
      Command.outcome(
        of: [Program.path, "mcp"] + options, input: input(lines), environment: desk.environment))
  }

  /// The same for lines that run no tool, inside the tests.
  private func replies(to lines: [String], _ options: String...) throws -> [[String: Any]] {
    try objects(Program.outcome(of: ["mcp"] + options, input: input(lines), environment: desk.environment))
  }

  private func input(_ lines: [String]) -> Data { Data((lines.joined(separator: "\n") + "\n").utf8) }

  private func objects(_ run: Command.Outcome) throws -> [[String: Any]] {
    #expect(run.status == 0, "\(run.errors)")
    return try run.text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private func call(_ id: Int, _ tool: String, _ arguments: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
  }

  private func result(_ answer: [String: Any]) -> (text: String, isError: Bool) {
    let result = answer["result"] as? [String: Any] ?? [:]
    let blocks = result["content"] as? [[String: Any]] ?? []
    let texts = blocks.map { $0["text"] as? String ?? "" }
    return (texts.joined(separator: "\n"), result["isError"] as? Bool ?? true)
  }

  private func code(_ answer: [String: Any]) -> Int? { (answer["error"] as? [String: Any])?["code"] as? Int }

  @Test("It answers a handshake of each version, and the request that needs none") func greeting() throws {
    let versions = ["2024-11-05", "2025-11-25", "1999-01-01"]
    let answers = try replies(
      to: versions.map { version in
        #"{"jsonrpc":"2.0","id":"\#(version)","method":"initialize","params":{"protocolVersion":"\#(version)"}}"#
      } + [
        #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"server/discover","params":{}}"#,
        #"{"jsonrpc":"2.0","id":8,"method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":9,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"3000"}}}"#,
      ])
    let spoken = answers.prefix(3).map { ($0["result"] as? [String: Any])?["protocolVersion"] as? String }
    #expect(spoken == ["2024-11-05", "2025-11-25", "2025-11-25"])
    let discovered = answers[3]["result"] as? [String: Any]
    #expect((discovered?["supportedVersions"] as? [String])?.first == "2026-07-28")
    #expect(answers[4]["id"] as? Int == 8 && answers[4]["result"] != nil)
    #expect(code(answers[5]) == -32022)
  }

  @Test(
    "Its tools have the fields of the table in their schemas, and none of them changes a library that is read-only"
  )
  func tools() throws {
    func tools(isReadOnly: Bool) throws -> [[String: Any]] {
      let list = [#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#]
      let answers = try isReadOnly ? replies(to: list, "--read-only") : replies(to: list)
      return try #require((answers.first?["result"] as? [String: Any])?["tools"] as? [[String: Any]])
    }
    let all = try tools(isReadOnly: false)
    let add = try #require(all.first { $0["name"] as? String == "add" })
    let properties = (add["inputSchema"] as? [String: Any])?["properties"] as? [String: Any]
    let fields = (properties?["values"] as? [String: Any])?["properties"] as? [String: Any]
    #expect(fields.map { $0.keys.sorted() } == ["author", "pages", "pk", "title"])
    let names = try tools(isReadOnly: true).map { $0["name"] as? String ?? "" }
    #expect(names == ["list", "show", "values", "stats", "sql", "duplicates", "loans", "history", "info"])
    #expect(Set(names).isSubset(of: all.map { $0["name"] as? String ?? "" }) && all.count == 22)
    let refused = try replies(to: [call(1, "rm", #"{"keys":[1]}"#)], "--read-only")
    #expect(code(refused[0]) == -32602)
  }

  @Test("Each change is one step that undo takes back") func changes() throws {
    let before = try desk.query("SELECT * FROM book")
    let answers = try answers(to: [
      call(1, "add", #"{"values":{"title":"--where","author":null,"pages":7}}"#),
      call(2, "add", #"{"several":[{"title":"One"},{"title":"Two","pages":2}]}"#),
      call(3, "set", #"{"keys":["1",2],"values":{"author":"New = @x"},"rules":["pages:=+1"]}"#),
      call(4, "list", #"{"query":"author:New","columns":"title,pages"}"#),
      call(5, "rm", #"{"where":"-Book"}"#), call(6, "undo"), call(7, "undo"), call(8, "undo"),
      call(9, "undo"),
    ]).map(result)
    #expect(answers.allSatisfy { !$0.isError }, "\(answers)")
    #expect(answers[0].text.contains("This is step 1 of the history: undo takes it back."))
    #expect(answers[4].text.contains("This is step 4 "))
    #expect(
      answers[3].text.contains(#""title":"Book 1","pages":11"#) && answers[3].text.contains(#""pages":21"#))
    #expect(answers[4].text.contains("Deleted 3 books"))
    #expect(try desk.query("SELECT * FROM book") == before)
  }

  @Test("More than ten rows are changed or deleted only if a second call repeats their number")
  func manyRows() throws {
    let answers = try answers(to: [
      call(1, "rm", #"{"where":"Odd"}"#), call(2, "set", #"{"where":"Odd","values":{"pages":1}}"#),
      call(3, "rm", #"{"where":"Odd","rows":14}"#), call(4, "rm", #"{"where":"Odd","dry_run":true}"#),
      call(5, "set", #"{"where":"Odd","values":{"pages":1},"rows":15}"#),
      call(6, "list", #"{"query":"pages=1","count":true}"#), call(7, "rm", #"{"where":"Odd","rows":15}"#),
      call(8, "set", #"{"keys":[2],"rules":["title:=trim"]}"#),
    ]).map(result)
    #expect(answers.map(\.isError) == [true, true, true, false, false, false, false, false], "\(answers)")
    #expect(
      answers[0].text
        == "This is about 15 books, and “rows” allows at most 10. Nothing was changed. If these rows are meant, repeat their number: “rows” 15.\n"
    )
    #expect(answers[3].text.contains("This would delete 15") && !answers[3].text.contains("one step"))
    #expect(answers[5].text.contains("15"))
    #expect(answers[7].text.contains("Nothing was changed."))
    #expect(try desk.query("SELECT count(*) FROM book") == "15")
  }

  @Test("What does not fit a tool is said, and changes nothing") func wrongArguments() throws {
    let answers = try answers(to: [
      call(1, "add"), call(2, "add", #"{"values":{"none":1}}"#), call(3, "set", #"{"keys":[1],"value":{}}"#),
      call(4, "set", #"{"keys":[1],"values":{"title@/etc/passwd":""}}"#), call(5, "show", #"{"keys":[]}"#),
      call(6, "list", #"{"limit":-1}"#), call(7, "list", #"{"query":["a"]}"#), call(8, "list", #"["a"]"#),
      call(9, "stats", #"{"by":"pages","per":"day"}"#), call(10, "sql", #"{"statement":"DELETE FROM book"}"#),
      call(11, "set", #"{"keys":[1],"values":{"pages":[1]}}"#), call(12, "show", #"{"keys":["--help"]}"#),
      call(13, "add", #"{"values":{"title":"x\u0000"}}"#), call(14, "rm", #"{}"#),
      call(15, "set", #"{"keys":[1],"rules":["title@/etc/passwd"]}"#),
      call(16, "set", #"{"keys":["title=x"],"values":{"pages":1}}"#),
      call(17, "set", #"{"keys":[1],"values":{"title+":"x"}}"#),
      call(18, "merge", #"{"keys":[1,2,3,4,5,6,7,8,9,10,11]}"#), call(19, "list", #"{"limit":1.5}"#),
    ]).map(result)
    #expect(answers.count == 19 && answers.allSatisfy { $0.isError && !$0.text.isEmpty }, "\(answers)")
    #expect(
      answers[2].text
        == "There is no “value” here. It takes keys, values, rules, where, dry_run, rows, table.")
    #expect(try desk.query("SELECT count(*), sum(pages) FROM book") == "30|4650")
  }

  @Test("Parameters that are null are not given, and the tables of the server and of a call are used")
  func nulls() throws {
    try desk.sql("CREATE TABLE other (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO other VALUES (1, 'x')")
    let answers = try answers(
      to: [
        call(1, "list", #"{"query":null,"table":null,"limit":null}"#),
        call(2, "list", #"{"table":"book","limit":1.0}"#), call(3, "info", "null"),
      ], "--table", "other"
    ).map(result)
    #expect(answers[0].text.contains(#""name":"x""#) && answers[1].text.contains("Book 1"))
    #expect(!answers[2].isError && answers[2].text.contains(#""tables":["#))
  }

  @Test("Without a history, an answer says neither that there is a step nor that nothing was changed")
  func withoutHistory() throws {
    try Data().write(to: desk.folder.appending(path: "state"))
    let answer = try answers(to: [call(1, "add", #"{"values":{"title":"x"}}"#)]).map(result)
    #expect(!answer[0].isError && answer[0].text.contains("Added 1 book."), "\(answer)")
    #expect(!answer[0].text.contains("Nothing was changed") && !answer[0].text.contains("step"))
  }

  @Test("More calls than may wait are refused at once") func waitingCalls() throws {
    let calls = (1...150).map { call($0, "list", #"{"count":true}"#) }
    let ends = (2...150).map {
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#($0)}}"#
    }
    let answers = try answers(to: calls + ends)
    #expect(answers.map { $0["id"] as? Int } == Array(101...150) + [1])
    #expect(
      answers.dropLast().allSatisfy { code($0) == -32_000 } && answers.last.map(result)?.isError == false)
  }

  @Test("Lines that are no requests are refused, and the next one is answered") func garbage() throws {
    let lines = [
      "", "  ", "{", "\u{0}\u{1}", "[]", "1", "null", #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":1}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{}}"#, #"{"jsonrpc":"2.0","id":2,"method":"nothing"}"#,
      call(3, "nothing"), String(repeating: "[", count: 100_000),
      #"{"jsonrpc":"2.0","id":4,"method":"ping"}"#,
    ]
    let answers = try replies(to: lines)
    let codes = answers.map(code)
    #expect(
      codes == [-32700, -32700, -32600, -32600, -32600, -32600, -32600, -32600, -32601, -32602, -32700, nil])
    #expect(answers.last?["id"] as? Int == 4 && answers[5]["id"] as? Int == 1)
  }

  @Test("A line that is too long is left out, and half a line at the end is none") func longLines() throws {
    let long = call(1, "list", #"{"query":"\#(String(repeating: "x", count: 17 << 20))"}"#)
    let lines = input([long, #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#])
    let run = try Program.outcome(
      of: ["mcp"], input: lines + Data(call(3, "rm", #"{"keys":[1]}"#).utf8),
      environment: desk.environment)
    #expect(run.status == 0)
    let said = run.text.split(separator: "\n")
    #expect(said.count == 2 && said[0].contains("longer than 16 MB") && said[1].contains(#""id":2"#))
    #expect(try desk.query("SELECT count(*) FROM book") == "30")
  }

  @Test("A call that is cancelled ends, also while its command runs, and gets no answer")
  func cancelling() throws {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    // The blank lines are more than is read at once, so the first call has begun when its end is asked for.
    let blanks = String(repeating: "\n", count: 200_000)
    let answers = try answers(to: [
      call(1, "sql", #"{"statement":"\#(endless)"}"#), blanks, #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#,
      call(3, "list", #"{"count":true}"#), call(4, "undo"),
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
    ])
    #expect(answers.map { $0["id"] as? Int } == [2, 3])
  }

  @Test("An answer of more than a megabyte is refused with a way on") func longAnswer() throws {
    let answers = try answers(to: [
      call(
        1, "sql",
        #"{"statement":"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"}"#)
    ])
    #expect(result(answers[0]).isError && result(answers[0]).text.contains("longer than 1 MB"))
  }

  @Test("Thousands of requests are answered, each once") func flood() throws {
    let lines = (0..<5_000).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# }
    #expect(try replies(to: lines).compactMap { $0["id"] as? Int } == Array(0..<5_000))
  }

  @Test("What goes along with rows counts: both numbers are named, and the larger one has to be repeated")
  func rowsThatGoAlong() throws {
    try desk.sql(
      """
      CREATE TABLE reading (id INTEGER PRIMARY KEY, book INT REFERENCES book (pk) ON DELETE CASCADE, note TEXT);
      INSERT INTO reading (book, note) SELECT 1, pk FROM book;
      INSERT INTO reading (book, note) SELECT 2, pk FROM book WHERE pk <= 5;
      """)
    let answers = try answers(to: [
      call(1, "rm", #"{"keys":[1]}"#), call(2, "rm", #"{"keys":[1],"rows":1}"#),
      call(3, "rm", #"{"keys":[1],"dry_run":true}"#), call(4, "merge", #"{"keys":[3,1]}"#),
      call(5, "rm", #"{"keys":[2]}"#), call(6, "rm", #"{"keys":[1],"rows":31}"#),
    ]).map(result)
    #expect(answers.map(\.isError) == [true, true, false, true, false, false], "\(answers)")
    let both = "This is about 1 book, with 30 other rows that go along, 31 in all, and “rows” allows "
    #expect(answers[0].text.hasPrefix(both + "at most 10.") && answers[0].text.contains("“rows” 31."))
    #expect(answers[1].text.hasPrefix(both + "1."))
    #expect(answers[2].text.contains("This would delete 1 book, with 30 other rows."))
    #expect(answers[3].text.hasPrefix("This is about 2 books, with 30 other rows that go along, 32 in all"))
    #expect(try desk.query("SELECT count(*) FROM book UNION ALL SELECT count(*) FROM reading") == "28\n0")
  }

  @Test("Nothing found is no error, and sentences name the tool's own arguments") func ownWords() throws {
    let path = desk.folder.appending(path: "books.sqlite").path
    try desk.run("new", path)
    try desk.run("add", "--file", path, "title=Emma")
    let calls = [
      call(1, "duplicates"), call(2, "list", #"{"query":"Nobody"}"#), call(3, "loans"),
      call(4, "progress", #"{"key":"1","place":"-5"}"#), call(5, "stats", #"{"sum":"pages"}"#),
      call(6, "lend", #"{"key":"1"}"#), call(7, "merge", #"{"keys":["1"],"keep":"2"}"#),
      call(8, "set", #"{"keys":["1"],"where":"Emma","values":{"title":"x"}}"#),
    ]
    let answers = try answers(to: calls, "--file", path).map(result)
    #expect(answers.map(\.isError) == [false, false, false, true, true, true, true, true], "\(answers)")
    for answer in answers.prefix(3) { #expect(answer.text.hasPrefix("[]\n"), "\(answer)") }
    for answer in answers.dropFirst(3) {
      #expect(!answer.text.contains("--") && !answer.text.contains("sage: "), "\(answer)")
      #expect(!answer.text.contains("booklist "), "\(answer)")
    }
    #expect(answers[4].text.contains("“sum”") && answers[4].text.contains("“by”"))
    #expect(answers[5].text.contains("“back”") && answers[7].text.contains("“where” takes no keys"))
  }

  /// A statement that takes minutes, but not for ever.
  private var longCall: String {
    call(
      1, "sql",
      #"{"statement":"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000000) SELECT max(i) FROM n"}"#
    )
  }

  #if os(Linux)
    @Test("If the agent closes the input while a statement runs, both end at once")
    func closedInput() throws {
      let script = """
        cd "$HOME" && mkfifo in
        "$0" mcp <in & server=$!
        exec 3>in
        echo "$1" >&3
        until [ -n "$(cat /proc/$server/task/$server/children)" ]; do :; done
        sleep 1
        exec 3>&-
        wait $server
        """
      let run = try Command.outcome(
        of: ["timeout", "50", "sh", "-c", script, Program.path, longCall], environment: desk.environment)
      #expect(run.status == 0 && run.text.contains(#""isError":true"#), "\(run)")
    }

    @Test("If the server is killed, the statement ends with it") func killed() throws {
      // All processes that come of the server hold one end of a pipe, whose other end is read until the last one is gone.
      let script = """
        cd "$HOME" && mkfifo in held
        cat held & reader=$!
        exec 8>held
        "$0" mcp <in >out & server=$!
        exec 8>&- 3>in
        echo "$1" >&3
        until [ -n "$(cat /proc/$server/task/$server/children)" ]; do :; done
        kill -9 $server
        wait $reader
        """
      let run = try Command.outcome(
        of: ["timeout", "50", "sh", "-c", script, Program.path, longCall], environment: desk.environment)
      #expect(run.status == 0, "\(run.errors)")
    }
  #endif
}
