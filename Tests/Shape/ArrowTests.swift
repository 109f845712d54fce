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

  @Test(
    "Beside the folders of a module lies only its front door",
    arguments: [
      ("Browser", ["Browser", "Libraries"]),
      (
        "Screens",
        [
          "Acceptance", "Effect+Rules", "Effect", "FieldWording", "Outcome", "Screen+Defaults", "Screen",
          "ScreenNeeds", "ScreenStack+Pages", "ScreenStack", "Update+Screen", "Update", "Wording",
        ]
      ),
    ])
  func frontDoor(_ module: String, _ names: [String]) throws {
    let folder = Repository.root.appending(path: "Sources/\(module)").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
    #expect(Set(files) == Set(names.map { $0 + ".swift" }))
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
