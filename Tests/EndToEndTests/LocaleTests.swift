import Foundation
import TestSupport
import Testing

@Suite("Text is what it is in every locale") struct LocaleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ environment: [String]) async throws -> RawTerminal {
    try await .openBooks(in: folder, environment: environment)
  }

  /// Edits the title of the first book, after keys in its editor, and has it written.
  private func edit(_ terminal: RawTerminal, _ bytes: [UInt8]) async throws {
    terminal.type("ge")
    try await terminal.waitFor("Done")
    terminal.type("\u{1B}[H\r")
    try await terminal.waitFor("add another")
    terminal.type(bytes + [0x0D])
    try await terminal.waitFor("not yet written")
    terminal.type("\u{13}hm")
    try await terminal.waitFor("wrote")
  }

  private var title: String {
    get throws {
      try SQLiteShell.run("SELECT hex(title) FROM book WHERE pk = 1", on: RawTerminal.books(in: folder))
    }
  }

  private static func hex(_ text: String) -> String {
    text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined().uppercased()
  }

  private static func pasted(_ text: [UInt8]) -> [UInt8] {
    Array("\u{1B}[200~".utf8) + text + Array("\u{1B}[201~".utf8)
  }

  private static let text = "Dvořák – Lettres à une «amie» 日本"

  @Test(
    "What is pasted, typed, found, and used as a name is UTF-8 byte for byte, whether the locale is installed or not",
    arguments: ["C", "C.UTF-8", "en_US.UTF-8", "ja_JP.utf8", "de_DE@euro", "ru_RU.KOI8-R", "none"])
  func everywhere(_ locale: String) async throws {
    #expect(try Repository.text("Fixtures/cases/locale_paste.txt").contains(Self.text))
    let terminal = try await open(["LC_ALL=\(locale)"])
    try await edit(terminal, Array("\u{5}\u{15}".utf8) + Self.pasted(Array(Self.text.utf8)))
    #expect(try title == Self.hex(Self.text))
    try await edit(terminal, Array("é".utf8))
    #expect(try title == Self.hex(Self.text + "é"))
    terminal.type(Array("/".utf8) + Self.pasted(Array("une «amie» 日本é".utf8)) + [0x0D])
    try await terminal.waitFor("brings the whole list back")
    terminal.type(":export Dvořák.csv\r")
    try await terminal.waitFor("Export the books of this list, or every book?")
    terminal.type("\r")
    let names = ["Dvořák.csv", "books.sqlite"].map { Array($0.utf8) }
    try await terminal.waitUntil("the file is there") {
      let found = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      return names.allSatisfy { name in found.contains { $0.utf8.elementsEqual(name) } }
    }
    // What was "Exporting…" on the screen is changed to "Exported".
    try await terminal.waitFor("ed 1 book to")
    try await terminal.quit()
    let rows = try String(contentsOf: folder.url.appending(path: "Dvořák.csv"), encoding: .utf8)
    #expect(rows.split(separator: "\n").count == 2 && rows.contains(Self.text + "é"))
  }

  /// The encodings that are tried where localedef can make them: what it makes, of what, and some text in it.
  private static let encodings:
    [(name: String, source: String, charmap: String, text: String, bytes: [UInt8])] = [
      ("de_DE.ISO-8859-1", "de_DE", "ISO-8859-1", "Möwe", [0x4D, 0xF6, 0x77, 0x65]),
      ("ru_RU.KOI8-R", "ru_RU", "KOI8-R", "Мир", [0xED, 0xC9, 0xD2]),
      ("ja_JP.eucJP", "ja_JP", "EUC-JP", "よる", [0xA4, 0xE8, 0xA4, 0xEB]),
    ]

  private static let canMakeLocales =
    Command.isInstalled("localedef")
    && FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/ja_JP")

  @Test(
    "What is not UTF-8 is what it is in the encoding of the locale, typed and pasted",
    .enabled(if: canMakeLocales, "localedef and its sources are not installed"), arguments: encodings.indices)
  func legacy(_ index: Int) async throws {
    let (name, source, charmap, text, bytes) = Self.encodings[index]
    let locale = folder.url.appending(path: name).path
    _ = try Command.outcome(of: ["localedef", "-f", charmap, "-i", source, locale])
    let terminal = try await open(["LC_ALL=\(name)", "LOCPATH=\(folder.path)"])
    try await edit(terminal, Array("\u{5}\u{15}".utf8) + Self.pasted(bytes))
    #expect(try title == Self.hex(text))
    try await edit(terminal, Array("\u{5}\u{15}".utf8) + Self.pasted(Array(Self.text.utf8)))
    #expect(try title == Self.hex(Self.text))
    try await edit(terminal, Array("\u{5}\u{15}".utf8) + bytes)
    #expect(try title == Self.hex(text))
  }

  @Test("What cannot be taken is refused by a sentence, and nothing of it is saved")
  func refused() async throws {
    let terminal = try await open(["LC_ALL=C"])
    terminal.type("e")
    try await terminal.waitFor("Done")
    terminal.type("\u{1B}[H\r")
    try await terminal.waitFor("add another")
    terminal.type(Self.pasted([0x44, 0x76, 0xF8]))
    try await terminal.waitFor("Not pasted: the text is not UTF-8")
    terminal.type([0xF8, 0x78])
    try await terminal.waitFor("yped: the character is not UTF-8")
    terminal.type("\r")
    try await terminal.waitFor("not yet written")
    terminal.type("\u{13}hm")
    try await terminal.waitFor("wrote")
    #expect(try title == Self.hex("War and Peacex"))
  }
}
