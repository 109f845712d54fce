import Testing

@testable import Formats

/// Encodings by name, what looks wrong in a text, and lines before the header.
struct EncodingTests {
  private static let script = """
    import codecs, json, sys
    def characters(name):
        for byte in range(0x80, 0x100):
            try: yield codecs.decode(bytes([byte]), name)
            except UnicodeDecodeError: yield None
    for line in sys.stdin:
        print(json.dumps(list(characters(json.loads(line)))))
    """

  private static let tables = TextEncoding.allCases.filter { SingleByteTable.names.contains($0.rawValue) }

  @Test(.needsPython("codecs, json")) func everyByteIsWhatPythonSays() throws {
    #expect(Self.tables.map(\.rawValue).sorted() == SingleByteTable.names.sorted())
    let names = Self.tables.map { encoding in
      let name = encoding.rawValue.replacing("windows-", with: "cp").replacing("ibm", with: "cp")
      return name == "mac-centraleurope" ? "mac_latin2" : name.replacing("mac-", with: "mac_")
    }
    let expected: [[String?]] = try Python.answers(of: Self.script, to: names.map { Array($0.utf8) })
    try #require(expected.count == Self.tables.count)
    for (encoding, expected) in zip(Self.tables, expected) {
      let found = (UInt8(0x80)...0xFF).map { byte -> String? in
        var decoder = TextDecoder(encoding)
        return (try? decoder.utf8(of: [byte], isLast: true)).map { String(decoding: $0, as: UTF8.self) }
      }
      #expect(found == expected, "\(encoding.rawValue)")
    }
  }

  @Test(arguments: [
    ("windows-1251", TextEncoding.windows1251), ("CP1251", .windows1251), ("Win1251", .windows1251),
    ("1251", .windows1251), ("MacRoman", .macintosh), ("mac", .macintosh), ("x-mac-cyrillic", .macCyrillic),
    ("ISO_8859-2", .iso8859Part2), ("latin2", .iso8859Part2), ("KOI8-R", .koi8R), ("cp437", .ibm437),
    ("850", .ibm850), ("UTF8", .utf8), ("iso-8859-1", .latin1), ("cp1252", .windows1252), ("mixed", .mixed),
  ])
  func namesOfEncodings(_ name: String, _ expected: TextEncoding) {
    #expect(TextEncoding(name: name) == expected)
  }

  @Test(arguments: ["gbk", "shift_jis", "utf-16", "", "windows"])
  func namesOfOthers(_ name: String) { #expect(TextEncoding(name: name) == nil) }

  @Test func aByteWithoutACharacterHasItsPlace() {
    #expect(throws: FormatError.notText(.windows1253, TextPlace(line: 2, column: 3))) {
      try rows([97, 10, 98, 99, 0xFF, 10], ReadOptions(encoding: .windows1253))
    }
  }

  @Test func aFileInWindows1251() throws {
    let found = try caseRows("cp1251.csv", ReadOptions(encoding: .windows1251))
    #expect(found.map { $0.text("title") } == ["Первый свет", "Дом"])
    #expect(found.map { $0.text("author") } == ["Анна Автор", "Пётр Ёлкин"])
    #expect(try oddText(caseBytes("cp1251.csv")) == "Ïåðâûé ñâåò")
  }

  private func oddText(_ bytes: [UInt8], _ encoding: TextEncoding? = nil) throws -> String? {
    var reader = FormatReader(ReadOptions(encoding: encoding))
    _ = try reader.rows(of: bytes, isLast: true)
    return reader.oddText
  }

  /// Words in an encoding, as the bytes of a list.
  private func list(_ words: [[UInt8]]) -> [UInt8] { Array("title\n".utf8) + words.flatMap { $0 + [10] } }

  @Test(
    arguments: [
      // 紅樓夢 in Big5.
      [[0xAC, 0xF5, 0xBC, 0xD3, 0xB9, 0xDA]],
      // 戦争と平和 in Shift-JIS, 红楼梦 in GBK, Война in KOI8-R, Ελλάδα in ISO 8859-7.
      [[0x90, 0xED, 0x91, 0x88, 0x82, 0xC6, 0x95, 0xBD, 0x98, 0x61]], [[0xBA, 0xEC, 0xC2, 0xA5, 0xC3, 0xCE]],
      [[0xF7, 0xCF, 0xCA, 0xCE, 0xC1]], [[0xC5, 0xEB, 0xEB, 0xDC, 0xE4, 0xE1]],
      // Café and Crème in Mac Roman, Méduse and Müller in IBM 850, Książka in Windows-1250.
      [[67, 97, 102, 0x8E], [67, 114, 0x8F, 109, 101]],
      [[77, 0x82, 100, 117, 115, 101], [77, 0x81, 108, 108, 101, 114]],
      [[75, 115, 105, 0xB9, 0xBF, 107, 97]],
    ] as [[[UInt8]]])
  func textsOfOtherEncodingsLookOdd(_ words: [[UInt8]]) throws { #expect(try oddText(list(words)) != nil) }

  @Test(arguments: [
    "Hyvää yötä, pääsiäinen", "Ça a été créé à l’été", "“Straße” – Übergröße", "¿Qué? ¡Sí! Año",
    "Île d’Oléron · «Œuvre»…", "El Niño; Ærø, Ørsted, Ångström", "50 °C, 3½ £, ©2001", "MÜLLER",
    "McÉwan und Ä, Ö, Ü äöü ä é ü ö ß ñ ç",
  ])
  func latinTextsLookRight(_ text: String) throws {
    for encoding in [TextEncoding.windows1252, .utf8] {
      let bytes = text.unicodeScalars.map { scalar -> UInt8 in
        (0...255).first { TextDecoder.windows1252([$0]).elementsEqual(String(scalar).utf8) } ?? 63
      }
      let part = encoding == .utf8 ? Array(text.utf8) : bytes
      #expect(try oddText(Array("title\n".utf8) + part + [10]) == nil)
    }
  }

  @Test func filesOfExcelAndOfOldMacs() throws {
    let wide = try caseRows("excel_unicode_text.txt")
    #expect(wide.map { $0.text("Title") } == ["Étoile “one”", "Вторая"])
    #expect(wide.map { $0.text("Author") } == ["Åsa Öst", "Пётр"])
    let old = try caseRows("cr_only.csv")
    #expect(old.map { $0.text("Title") } == ["First Light", "Second Light"])
    #expect(old.map(\.line) == [2, 3])
  }

  @Test func aLineNamesTheSeparator() throws {
    let found = try caseRows("excel_sep_line.csv")
    #expect(found.map { $0.text("Title") } == ["First Light", "Second, Light"])
    #expect(found.map { $0.text("Author") } == ["Ann Author", "Bo Other"])
    #expect(found.map(\.line) == [3, 4])
    // It counts although another separator is in more cells.
    let text = "\u{FEFF}\"sep=|\"\r\na,b|c,d\r\n1,2|3,4\r\n"
    #expect(try rows(text).map(\.columns) == [["a,b", "c,d"]])
    #expect(try rows("sep=\nx\n").map(\.columns) == [["sep="]])
  }

  @Test func linesBeforeTheHeaderAreSkipped() throws {
    let text = "My books, \"all\nof\r\nthem\rTitle,Author\nA,B\n"
    let found = try rows(text, ReadOptions(skippedLineCount: 3))
    #expect(found.map(\.columns) == [["Title", "Author"]])
    #expect(found.map(\.line) == [5])
    #expect(
      try rows("x\nsep=;\na;b\n1;2\n", ReadOptions(skippedLineCount: 1)).map(\.columns) == [["a", "b"]])
    #expect(try rows("x, y\n[{\"a\": 1}]", ReadOptions(skippedLineCount: 1)).map(\.columns) == [["a"]])
    #expect(try rows("a,b\n1,2\n", ReadOptions(skippedLineCount: 9)).isEmpty)
  }

  @Test func partsOfAnySizeSkipTheSame() {
    let bytes = Array("a\r\nb\rc\n\r\nd\r\ne".utf8)
    for count in 0...6 {
      var whole = LineSkipper(count)
      let expected = whole.text(of: bytes)
      for size in 1..<bytes.count {
        var (skipper, found) = (LineSkipper(count), [UInt8]())
        for start in stride(from: 0, to: bytes.count, by: size) {
          found += skipper.text(of: Array(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(found == expected, "\(count) lines in parts of \(size)")
      }
    }
  }
}
