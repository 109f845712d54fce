import Records
import SeededRandom
import SyncSupport
import Syncing
import Testing

@Suite struct TreeLineTests {
  @Test func plainRow() {
    let row = TreeRow(
      born: RowName(digestOf: []), in: "book", key: 12,
      values: [
        "title": "War \"and\"\n\u{1}Peace \\", "pages": .value(.integer(-1_225)),
        "rating": .value(.real(4.5)), "none": .null,
        "cover": .value(.blob([0, 255])), "odd": .value(.text(Text(bytes: [0xff, 0x41]))),
        "author": .row(RowName(digestOf: [1])),
      ])
    let expected =
      #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","key":12,"is":{"#
      + #""author":{"row":"4bf5122f344554c53bde2ebb8cd2b7e3"},"cover":{"blob":"00ff"},"odd":{"text":"ff41"},"#
      + #""pages":-1225,"rating":{"real":"4012000000000000"},"title":"War \"and\"\n\u0001Peace \\"}}"#
    #expect(String(decoding: TreeLine.bytes(of: row), as: UTF8.self) == expected)
    #expect(TreeLine.row(of: Array(expected.utf8), in: "book") == row)
  }

  @Test func changedRow() {
    let row = TreeRow(born: RowName(digestOf: []), in: "book", key: nil, values: ["title": "A"])
      .changed(["title": "B", "pages": .value(.integer(1))], by: 255)
    let expected =
      #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","on":{"now":[["00000000000000ff",1]],"was":[1]},"is":{"#
      + #""pages":{"now":[["00000000000000ff",1]],"was":[null]},"title":{"now":[["00000000000000ff","B"]],"was":["A"]}}}"#
    #expect(String(decoding: TreeLine.bytes(of: row), as: UTF8.self) == expected)
    #expect(TreeLine.row(of: Array(expected.utf8), in: "book") == row)
  }

  @Test func randomRows() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      let row = Self.row(&random)
      let line = TreeLine.bytes(of: row)
      #expect(!line.contains(0x0a))
      #expect(TreeLine.row(of: line, in: row.table) == row)
      #expect(TreeLine.name(of: line) == row.name)
    }
  }

  /// What is read from a damaged line is written as that line.
  @Test func damagedLines() {
    var random = SeededGenerator(seed: 6)
    var readCount = 0
    for _ in 0..<20_000 {
      var line = TreeLine.bytes(of: Self.row(&random))
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let place = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: line[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 1: line.remove(at: place)
        case 2:
          line.insert(contentsOf: line[place...].prefix(Int.random(in: 1...9, using: &random)), at: place)
        default: line.removeSubrange(place...)
        }
        if line.isEmpty { line = [0x7b] }
      }
      guard let row = TreeLine.row(of: line, in: "book") else { continue }
      readCount += 1
      #expect(TreeLine.bytes(of: row) == line)
    }
    #expect(readCount > 100)
  }

  @Test(arguments: [
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","key":"x","is":{}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","key":null,"is":{}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","key":{"real":"4082c00000000000"},"is":{}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","key":9223372036854775808,"is":{}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","is":{"a":{"real":"7ff8000000000000"}}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","is":{"a":null}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","is":{"b":1,"a":1}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","is":{"a":1,"a":2}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","is":{"a":01}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","is":{"a":1.5}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","is":{"a":{"now":[]}}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","is":{"a":{"now":[["0000000000000000",1]]}}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","is":{"a":{"now":[[1]],"was":[1]}}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","is":{"a":{"text":"41"}}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","is":{"a":{"large text":["e3b0c44298fc1c149afbf4c8996fb924",1]}}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","is":{"a":[[[[[[1]]]]]]}}"#,
    #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","is":{}} "#,
    #"{"row":"E3B0C44298FC1C149AFBF4C8996FB924","is":{}}"#,
    #"{"row":"e3b0","is":{}}"#, "", "{", "null", "\u{feff}{}",
  ])
  func refusedLines(_ line: String) {
    #expect(TreeLine.row(of: Array(line.utf8), in: "book") == nil)
  }

  @Test func largestKey() {
    let line = #"{"row":"e3b0c44298fc1c149afbf4c8996fb924","key":9223372036854775807,"is":{}}"#
    #expect(TreeLine.row(of: Array(line.utf8), in: "book")?.key == TreeCell(born: .value(.integer(.max))))
  }

  @Test func bounds() {
    func line(_ cells: String) -> TreeRow? {
      TreeLine.row(of: Array(#"{"row":"e3b0c44298fc1c149afbf4c8996fb924","is":{\#(cells)}}"#.utf8), in: "t")
    }
    let text = String(repeating: "x", count: TreeFormat.largeByteCount)
    #expect(line(#""a":"\#(text)""#) != nil)
    #expect(line(#""a":"\#(text)x""#) == nil)
    let name = String(repeating: "n", count: TreeFormat.nameByteCount)
    #expect(line(#""\#(name)":1"#) != nil)
    #expect(line(#""\#(name)n":1"#) == nil)
    let names = (10_000..<10_000 + TreeFormat.cellCount + 1).map { #""\#($0)":1"# }
    #expect(line(names.dropLast().joined(separator: ",")) != nil)
    #expect(line(names.joined(separator: ",")) == nil)
    let writes = (1_000...1_000 + TreeFormat.writeCount).map { #"["000000000000\#($0)",1]"# }
    #expect(line(#""a":{"now":[\#(writes.dropLast().joined(separator: ","))]}"#) != nil)
    #expect(line(#""a":{"now":[\#(writes.joined(separator: ","))]}"#) == nil)
    #expect(line(String(repeating: #"{"a":"#, count: 100_000)) == nil)
  }

  @Test func largeValues() {
    let bytes = [UInt8](repeating: 0x61, count: TreeFormat.largeByteCount + 1)
    #expect(TreeValue(.blob(Array(bytes.dropLast()))) == .value(.blob(Array(bytes.dropLast()))))
    guard case .large(let name) = TreeValue(.text(Text(bytes: bytes))) else {
      Issue.record("The text is not large")
      return
    }
    #expect(name.value(bytes) == .text(Text(bytes: bytes)))
    #expect(name.value(Array(bytes.dropLast()) + [0]) == nil)
    let row = TreeRow(born: name.digest, in: "t", key: nil, values: ["a": .large(name)])
    #expect(TreeLine.row(of: TreeLine.bytes(of: row), in: "t") == row)
  }

  @Test func signedZeros() {
    #expect(TreeValue.value(.real(0)) != .value(.real(-0.0)))
    #expect(TreeCell([CellWrite(1, .value(.real(0))), CellWrite(1, .value(.real(-0.0)))]).writes.count == 2)
  }

  private static func row(_ random: inout SeededGenerator) -> TreeRow {
    func cell() -> TreeCell {
      if Bool.random(using: &random) { return TreeCell(born: value(&random)) }
      let writes = (0...Int.random(in: 0...2, using: &random)).map { _ in
        CellWrite(Bool.random(using: &random) ? 0 : random.next(), value(&random))
      }
      let replaced = (0..<Int.random(in: 0...2, using: &random)).map { _ in value(&random) }
      let cell = TreeCell(writes, replaced: replaced)
      return cell.writes.isEmpty ? TreeCell(born: value(&random)) : cell
    }
    let columns: [Text] = ["", "a", "é", "e\u{301}", "\n", "row", "is"]
    let cells = columns.filter { _ in Bool.random(using: &random) }.map { ($0, cell()) }
    let others = columns.filter { _ in Int.random(in: 0..<9, using: &random) == 0 }.map { ($0, cell()) }
    return TreeRow(
      RowName(digestOf: [UInt8.random(in: 0...255, using: &random)]), in: "book",
      key: Bool.random(using: &random)
        ? .unknown : TreeCell(born: .value(.integer(Int64(truncatingIfNeeded: random.next())))),
      presence: Bool.random(using: &random) ? .born : cell(), cells: Dictionary(uniqueKeysWithValues: cells),
      others: Dictionary(uniqueKeysWithValues: others))
  }

  private static func value(_ random: inout SeededGenerator) -> TreeValue {
    let bytes = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    switch Int.random(in: 0...7, using: &random) {
    case 0: return .null
    case 1: return .value(.integer(Int64(truncatingIfNeeded: random.next())))
    case 2: return .value(.real(Double(Int.random(in: -9...9, using: &random)) / 7))
    case 3: return .value(.text(Text(bytes: bytes)))
    case 4: return .value(.blob(bytes))
    case 5: return .row(RowName(digestOf: bytes))
    case 6:
      return .large(
        LargeName(digest: RowName(digestOf: bytes), byteCount: 70_000, isText: Bool.random(using: &random)))
    default: return "00000000000000ff"
    }
  }
}
