import Formats
import Foundation
import SeededRandom
import Testing

/// The reader of settings, beside Python's tomllib.
@Suite struct TOMLTests {
  private static let sample = #"""
    # Settings
    file = "~/books.sqlite"   # mine
    write-after = 30
    size = -17
    rate = 0.5
    plain = true
    mouse = false
    'quoted key' = 'C:\no\escapes'
    "other\tkey" = "tab\tnew\nquote\" back\\ é \u00e9 \U0001F600"
    columns = [ "author", 'copyright',
      "rating", # the last
    ]
    nested = [[1, 2], ["a"], []]

    [keys]
    copy = ["x", "Ctrl-X"]
    mark = []

    [themes.mine]
    title = "bold"
    """#

  @Test("A value is set without touching anything else, and the line before stays as a comment")
  func editing() throws {
    let new = try TOMLEdit.set("file", to: #""/x y""#, in: Self.sample)
    #expect(
      new
        == Self.sample.replacing(
          #"file = "~/books.sqlite"   # mine"#, with: "# file = \"~/books.sqlite\"   # mine\nfile = \"/x y\"")
    )
    let table = "[keys]\nfile = \"k\"\n"
    #expect(try TOMLEdit.set("file", to: "1", in: table) == "file = 1\n" + table)
    #expect(try TOMLEdit.set("file", to: "1", in: "") == "file = 1\n")
    for wrong in ["file", "file = [\n1]", "file = 1\nfile = 2"] {
      #expect(throws: TOMLProblem.self) { _ = try TOMLEdit.set("file", to: "1", in: wrong) }
    }
  }

  /// The entries as texts, so that they can be compared with another reader's.
  private static func described(_ text: String) -> [String]? {
    (try? TOMLReader.entries(of: text)).map {
      $0.map { "\($0.table)|\($0.key)|\(described($0.value))" }.sorted()
    }
  }

  private static func described(_ value: TOMLEntry.Value) -> String {
    switch value {
    case .string(let text): "s:\(text)"
    case .integer(let number): "i:\(number)"
    case .number(let number): "n:\(number)"
    case .boolean(let isTrue): "b:\(isTrue)"
    case .array(let values): "[" + values.map(described).joined(separator: ",") + "]"
    }
  }

  private static let script = #"""
    import json, sys, tomllib
    def text(v):
        if isinstance(v, bool): return 'b:' + str(v).lower()
        if isinstance(v, int): return 'i:%d' % v
        if isinstance(v, float): return 'n:' + repr(v)
        if isinstance(v, str): return 's:' + v
        if isinstance(v, list): return '[' + ','.join(map(text, v)) + ']'
        return '?'
    def walk(table, path, out):
        for key, value in table.items():
            if isinstance(value, dict): walk(value, path + [key], out)
            else: out.append('.'.join(path) + '|' + key + '|' + text(value))
        return out
    for line in sys.stdin:
        try: print(json.dumps(sorted(walk(tomllib.loads(json.loads(line)), [], []))))
        except Exception: print('null')
    """#

  @Test("A sample with all that is known is read, with the places of its keys") func sample() throws {
    let entries = try TOMLReader.entries(of: Self.sample)
    #expect(entries.count == 13)
    #expect(entries.first?.key == "file" && entries.first?.value == .string("~/books.sqlite"))
    #expect(entries.first?.line == 2 && entries.first?.column == 1)
    #expect(entries.last?.table == "themes.mine" && entries.last?.line == 20)
  }

  @Test(
    "What is wrong is said with its line and its column",
    arguments: [
      ("a = 1\nb 2", 2, 3, "a = is missing after “b”"), ("a = ", 1, 5, "a value is missing"),
      ("a = yes", 1, 5, "“yes” is not a value: put texts in quotes"),
      ("a = \"x", 1, 7, "the text is not closed: a \" is missing"),
      ("a = 1\na = 2", 2, 1, "“a” is set twice"), ("[k]\n[k]", 2, 3, "[k] appears twice"),
      ("a = [1, 2", 1, 10, "a , or a ] is missing"),
      ("[[a]]", 1, 2, "arrays of tables are not supported here"),
      ("a = {b = 1}", 1, 5, "inline tables are not supported: write [name] on its own line"),
      ("a = \"\"\"x\"\"\"", 1, 7, "texts of several lines are not supported here"),
      ("a = 1 2", 1, 7, "“2” is not expected here"),
      ("a = \"\\q\"", 1, 6, "\\q is not an escape: write \\\\ for a \\"), ("= 1", 1, 1, "a name is missing"),
      ("a = " + String(repeating: "[", count: 100_000), 1, 21, "brackets are nested too deeply"),
    ])
  func problems(_ text: String, _ line: Int, _ column: Int, _ words: String) {
    #expect(throws: TOMLProblem(line: line, column: column, text: words)) { try TOMLReader.entries(of: text) }
  }

  @Test("Python's tomllib reads the same", .needsPython("json, tomllib")) func sameAsPython() throws {
    var generator = SeededGenerator(seed: 2_211)
    let pieces = [
      "\n", " ", "=", "\"", "'", "[", "]", ",", "#", "a", "b-c", "1", "-", "+", "0", ".", "true", "\\", "\\n",
      "_", "é", "\"x\"", "a = ", "[t]\n", "1.5", "1e3", "\t", "0x1", "nan", "-0",
    ]
    var texts = [Self.sample]
    for _ in 0..<3_000 {
      if Bool.random(using: &generator) {
        let count = Int.random(in: 1...8, using: &generator)
        texts.append((0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined())
      } else {
        var characters = Array(Self.sample)
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let place = Int.random(in: 0..<characters.count, using: &generator)
          characters[place] = Character(
            ["x", "\"", "]", "\n", "=", "1", ".", "#"].randomElement(using: &generator) ?? "x")
        }
        texts.append(String(characters))
      }
    }
    let answers: [[String]?] = try Python.answers(of: Self.script, to: texts.map { Array($0.utf8) })
    var readCount = 0
    for (text, answer) in zip(texts, answers) {
      guard let entries = Self.described(text) else { continue }
      readCount += 1
      #expect(entries == answer, "\(text)")
    }
    #expect(readCount > 300)
  }
}
