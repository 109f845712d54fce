import Cells
import Records

@testable import Screens

/// A stack over a table with photos, with a folder to choose files from.
enum Possessions {
  static let schema = Schema(
    table: "possessions", key: .rowid(column: "id"),
    fields: [
      Field(column: "name", label: "Name", kind: .text),
      Field(column: "photo", label: "Photo", kind: .photo),
      Field(column: "manual", label: "Manual", kind: .blob, isRequired: true),
    ], titleIndex: 0, singular: "possession", plural: "possessions")

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
  static func detail(_ size: Size = Size(columns: 80, rows: 24), _ record: RecordSnapshot = lamp)
    -> ScreenStack
  {
    var stack = ScreenStack(schema: schema, size: size)
    stack.receive(.linked(record, schema))
    return stack
  }

  /// The choice of a file for a field of the lamp.
  static func choosing(_ size: Size = Size(columns: 80, rows: 24), field: Int = 1) -> ScreenStack {
    var stack = detail(size)
    _ = stack.press(.character("e"))
    for _ in 0..<field { _ = stack.press(.down) }
    _ = stack.press(.enter)
    stack.receive(.folder(folder))
    return stack
  }

  /// The choice of a name to write the lamp's photo to.
  static func writing(_ size: Size = Size(columns: 80, rows: 24)) -> ScreenStack {
    var stack = detail(size)
    _ = stack.press(.character("e"))
    _ = stack.press(.down)
    _ = stack.press(.control("t"))
    stack.receive(.folder(folder))
    return stack
  }
}

extension ScreenStack {
  /// Presses keys and answers what they want of the world.
  @discardableResult
  mutating func press(all keys: Key...) -> [Effect] { keys.flatMap { press($0) } }

  @discardableResult
  mutating func type(_ text: String) -> [Effect] { text.flatMap { press(.character($0)) } }
}
