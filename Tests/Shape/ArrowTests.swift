import Foundation
import TestSupport
import Testing

@Suite("Folders of a module know each other one way, and every arrow between them is listed")
struct ArrowTests {
  /// The arrows that there are, a line each.
  private static let list = "Tests/Shape/arrows.txt"

  private var arrows: [FolderArrows.Arrow: Set<String>] {
    get throws { try FolderArrows.all(in: Repository.root.appending(path: "Sources")) }
  }

  @Test("No two folders of a module name each other's types") func oneWay() throws {
    let arrows = try arrows
    let pairs = arrows.filter { arrows[$0.key.reversed] != nil }
    let shown = pairs.sorted { $0.key < $1.key }.map {
      "\($0.key): \($0.value.sorted().joined(separator: ", "))"
    }
    #expect(shown == [])
  }

  @Test("An arrow is in the list, or it is not there") func listed() throws {
    let found = Set(try arrows.keys.map(\.description))
    let listed = Set(try Repository.text(Self.list).split(separator: "\n").map(String.init))
    #expect(
      found.subtracting(listed).sorted() == [], "Add the lines to \(Self.list), if the arrows are meant.")
    #expect(listed.subtracting(found).sorted() == [], "Remove the lines from \(Self.list).")
    #expect(found.count > 80)
  }

  /// What lies beside the folders of a module.
  private static let doors: [String: Set<String>] = [
    "BookStore": ["BookStore", "StoreOptions"], "Browser": ["Browser", "Libraries"],
    "CursesTerminal": ["CursesTerminal"],
    "Formats": ["Format", "FormatError", "FormatReader", "OtherFile"],
    "Screens": [
      "Effect+Rules", "Effect", "FieldWording", "Outcome", "Screen+Defaults", "Screen", "ScreenNeeds",
      "ScreenStack+Pages", "ScreenStack", "Update", "Wording",
    ],
    "Syncing": ["SyncError"],
    "booklist": ["BookList", "BookListCommand", "FileArgument", "Session", "Version"],
  ]

  @Test("Beside the folders of a module lies only its front door; a module without folders is small")
  func frontDoor() throws {
    let sources = Repository.root.appending(path: "Sources")
    for module in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
      let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.appending(path: module).path)
        .filter { $0.hasSuffix(".swift") }
      let names = Set(paths.filter { !$0.contains("/") }.map { String($0.dropLast(6)) })
      if names.count < paths.count {
        #expect(names == Self.doors[module] ?? [], "\(module)")
      } else {
        #expect(names.count < 5, "\(module) needs folders by subject.")
      }
    }
  }

  @Test("A name counts where it is code, and as a whole") func names() {
    let files = [
      "Rows/Row.swift":
        "/// As in Sheet.\npublic final class Row { let text = \"Sheet\"; let rowSheet: SheetRow }\n",
      "Sheets/Sheet.swift": "struct Sheet {\n  var rows: [Row]\n}\n",
      "Sheets/SheetRow.swift": "package enum Column { case first(Sheet) }\n",
      "Root.swift": "struct Root { let row: Row }\n",
    ]
    #expect(FolderArrows(of: "M", files).types == [.init(module: "M", start: "Sheets", end: "Rows"): ["Row"]])
  }
}

/// Which folders of a module name types that another folder of it declares.
///
/// Files beside the folders do not count: they are what the folders share.
struct FolderArrows {
  /// An arrow from the folder that names a type to the one that declares it.
  struct Arrow: Hashable, Comparable, CustomStringConvertible {
    let module, start, end: String

    var description: String { "\(module): \(start) → \(end)" }
    var reversed: Arrow { Arrow(module: module, start: end, end: start) }

    static func < (first: Arrow, second: Arrow) -> Bool { first.description < second.description }
  }

  /// The arrows with the types that each of them stands for.
  private(set) var types: [Arrow: Set<String>] = [:]

  /// Reads a module.
  ///
  /// - Parameter files: The texts of its files by their paths below the module's folder.
  init(of module: String, _ files: [String: String]) {
    var (homes, names): ([String: String], [String: Set<String>]) = ([:], [:])
    for (path, text) in files {
      guard path.contains("/"), let folder = path.split(separator: "/").first.map(String.init) else {
        continue
      }
      for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
        let words = Self.words(of: line)
        if let type = Self.declared(by: words, line) { homes[type] = folder }
        names[folder, default: []].formUnion(words.filter { $0.first?.isUppercase == true })
      }
    }
    for (folder, words) in names {
      for word in words {
        guard let home = homes[word], home != folder else { continue }
        types[Arrow(module: module, start: folder, end: home), default: []].insert(word)
      }
    }
  }

  /// Reads every module below a folder.
  static func all(in sources: URL) throws -> [Arrow: Set<String>] {
    var all: [Arrow: Set<String>] = [:]
    for module in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
      let root = sources.appending(path: module)
      var files: [String: String] = [:]
      for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
      where path.hasSuffix(".swift") {
        files[path] = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      }
      all.merge(FolderArrows(of: module, files).types) { $0.union($1) }
    }
    return all
  }

  /// The type that a line declares in no other type; the formatter puts such a line at the margin.
  private static func declared(by words: [String], _ line: Substring.UTF8View) -> String? {
    let keywords: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    guard line.first != UInt8(ascii: " "), let place = words.firstIndex(where: keywords.contains) else {
      return nil
    }
    return words.dropFirst(place + 1).first
  }

  /// The words of a line that are neither in a comment nor in quotes.
  private static func words(of line: Substring.UTF8View) -> [String] {
    var (words, word): ([String], [UInt8]) = ([], [])
    var (isQuoted, last): (Bool, UInt8) = (false, 0)
    func end() {
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      word = []
    }
    for byte in line {
      defer { last = byte }
      if byte == UInt8(ascii: "\""), last != UInt8(ascii: "\\") { isQuoted.toggle() }
      guard !isQuoted else { continue }
      if byte == UInt8(ascii: "/"), last == byte { break }
      if isOfWord(byte) { word.append(byte) } else { end() }
    }
    end()
    return words
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
