import Cells
import Records
import Testing

@testable import Screens

/// A stack over a table with photos, with a folder to choose files from.
enum Possessions {
  static let schema = Schema(
    of: "possession",
    [Field("Name", .text), Field("Photo", .photo), Field("Manual", .blob, isRequired: true)])

  /// The first bytes of a PNG of 16 pixels by 8.
  static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 16, 0, 0, 0, 8]

  static let lamp = RecordSnapshot(
    id: .rowid(1), values: ["Lamp", .blob(png), .blob([UInt8](repeating: 7, count: 3_355_444))],
    state: .hydrated)

  static let folder = FolderListing(
    asked: "", path: "/home/ada/photos",
    entries: [
      FileEntry(name: ".thumbs", isFolder: true), FileEntry(name: "old", isFolder: true),
      FileEntry(name: ".plan", isFolder: false, byteCount: 7),
      FileEntry(name: "archive.zip", isFolder: false, byteCount: 9_000),
      FileEntry(
        name: Text(bytes: [0x62, 0xFF, 0x2E, 0x70, 0x6E, 0x67]), isFolder: false, byteCount: 1_048_576),
      FileEntry(name: "lamp-1.JPG", isFolder: false, byteCount: 3_355_444),
      FileEntry(name: "lamp-2.png", isFolder: false, byteCount: 312),
      FileEntry(name: "pipe", isFolder: false),
      FileEntry(name: "\u{1B}[31mred\n.gif", isFolder: false, byteCount: 0),
    ])

  /// The detail of the lamp.
  static func detail(_ size: Size = .usual) -> ScreenStack { .detail(lamp, schema, size) }

  /// The choice of a file for a field of the lamp.
  static func choosing(_ size: Size = .usual, field: Int = 1, keys: String = "") -> ScreenStack {
    opening(detail(size), "e" + String(repeating: "↓", count: field) + "⏎", keys)
  }

  /// The choice of a name to write the lamp's photo to.
  static func writing(_ size: Size = .usual) -> ScreenStack { opening(detail(size), "e↓⌃t") }

  private static func opening(_ detail: ScreenStack, _ way: String, _ keys: String = "") -> ScreenStack {
    var stack = detail
    stack.press(way)
    stack.receive(.folder(folder))
    stack.press(keys)
    return stack
  }
}
