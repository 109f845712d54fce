import Cells
import Records
import Testing

@testable import Screens

@Suite("Choosing a file") struct FileScreenTests {
  private static let path = Possessions.folder.path

  /// The path of an entry of the example.
  func path(_ name: String) -> Text { Self.path.appending(name: Text(name)) }

  /// The first word of the selected row.
  private func selected(_ stack: ScreenStack) -> String? {
    let row = stack.roles.firstIndex { $0.contains("S") }
    return row.flatMap { stack.lines[$0].split(separator: " ").first }.map(String.init)
  }

  /// The answer to a folder that was asked for; its path is what was asked unless it is given.
  func folder(
    _ asked: Text, _ path: Text? = nil, _ entries: [FileEntry] = [], problem: String? = nil
  ) -> Update {
    .folder(
      FolderListing(
        asked: asked, path: path ?? asked, entries: entries, problem: problem.map { Message.problem($0) }))
  }

  // MARK: What it looks like

  @Test(
    "Pictures come first where a photo is chosen; hidden entries, typed names and problems are as recorded")
  func golden() throws {
    try Golden.check("files") { Possessions.choosing($0, keys: "↓↓") }
    try Golden.check("files-hidden") { Possessions.choosing($0, field: 2, keys: ".") }
    try Golden.check("files-typing") { Possessions.choosing($0, keys: "⇥la") }
    try Golden.check("files-writing") { Possessions.writing($0) }
    try Golden.check("help-files") { Possessions.choosing($0, keys: "?") }
    try Golden.check("files-problem") {
      var stack = Possessions.choosing($0, keys: "↓⏎")
      stack.receive(folder(path("old"), problem: "“old”: permission is denied."))
      return stack
    }
  }

  // MARK: Walking

  @Test("Enter asks for a folder, and takes a file by its bytes") func open() {
    var stack = Possessions.choosing()
    #expect(stack.press("↓⏎") == [.listFolder(path("old"))])
    let bytes = Self.path.bytes + [0x2F, 0x62, 0xFF, 0x2E, 0x70, 0x6E, 0x67]
    #expect(stack.press("↓⏎") == [.readFile(Text(bytes: bytes), isConfirmed: false)])
    #expect(stack.mode == .files)
  }

  @Test("The way up selects the folder that one came from, and ends at the root") func up() {
    var stack = Possessions.choosing(keys: "↓⏎")
    stack.receive(folder(path("old")))
    #expect(selected(stack) == "../")
    #expect(stack.press("⌫") == [.listFolder(Self.path)])
    stack.receive(folder(Self.path, nil, Possessions.folder.entries))
    #expect(selected(stack) == "old/")
    #expect(stack.press("⇱⏎") == [.listFolder("/home/ada")])
    stack.receive(folder("/home/ada", "/"))
    #expect(stack.press("←⏎↓⏎⎋").isEmpty)
    #expect(stack.mode == .detailEditing)
  }

  @Test("An answer that came too late changes nothing") func late() {
    var stack = Possessions.choosing(keys: "↓⏎←")
    stack.receive(folder(path("old")))
    stack.shows("lamp-2.png")
  }

  @Test("A hundred thousand entries are drawn at once") func many() {
    let entries = (0..<100_000).map { (number: Int) in
      FileEntry(name: Text("file-\(number)"), isFolder: false, byteCount: number)
    }
    var stack = Possessions.choosing(field: 2, keys: ".⇱⏎")
    stack.receive(folder("/home/ada", nil, entries))
    stack.press("⇲")
    #expect(selected(stack) == "file-99999")
    stack.press("⇥file-500", shows: "file-50003")
  }

  // MARK: Fields

  @Test("Control with X clears a photo, and says where that cannot be") func clear() {
    var stack = Possessions.detail()
    #expect(stack.press("e⌃x") == [.beginForm, .say(BlobWording.noBytes)])
    #expect(stack.press("↓⌃x") == [.set(.rowid(1), field: 1, .null)])
    stack.receive(.accepted(Possessions.lamp))
    #expect(stack.mode == .detailEditing)
    let refusal = FieldWording.problem(.required, in: Possessions.schema.fields[2])
    #expect(stack.press("↓⌃x") == [.say(refusal)])
  }

  @Test("The keys for bytes are offered only where there are bytes") func hints() {
    var stack = Possessions.detail(Size(120, 40)).pressing("e↓")
    var empty = Possessions.lamp
    empty.values[1] = .null
    for (record, isOffered) in [(Possessions.lamp, true), (empty, false), (Possessions.lamp, true)] {
      stack.receive(.record(record))
      for hint in ["^X clear", "^T write out"] { #expect(stack.text.contains(hint) == isOffered) }
    }
    stack = ScreenStack(schema: Possessions.schema, size: Size(120, 40)).pressing("+↓")
    stack.shows(hides: "^X clear")
    stack.press("⏎")
    _ = stack.take(.blob(Possessions.png))
    stack.shows("^X clear")
  }

  @Test("The bytes of a file are offered to a detail, and to a draft, which takes them") func take() {
    var stack = Possessions.choosing()
    #expect(stack.take(.blob(Possessions.png)) == [.set(.rowid(1), field: 1, .blob(Possessions.png))])
    #expect(
      stack.take(.blob([1])) == [.set(.rowid(1), field: 1, .blob([1])), .say(FileWording.unknownPicture)])
    stack = ScreenStack(schema: Possessions.schema, size: .usual)
    #expect(stack.press("+↓⏎") == [.checkIsChangeable(Possessions.schema.id, field: nil), .listFolder("")])
    #expect(stack.take(.blob(Possessions.png)).isEmpty)
    #expect(stack.mode == .draft)
    stack.shows("PNG, 16 × 8, 24 B")
    stack.press("⌃x", hides: "PNG")
    #expect(stack.take(.blob([1])).isEmpty)
  }
}
