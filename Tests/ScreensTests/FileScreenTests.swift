import Cells
import Records
import Testing

@testable import Screens

@Suite("Choosing a file")
struct FileScreenTests {
  static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 40, rows: 10),
  ]

  private static let path = Possessions.folder.path

  /// The path of an entry of the example.
  func path(_ name: String) -> Text { Self.path.appending(name: Text(name)) }

  /// The selected row's text.
  private func selected(_ stack: ScreenStack) -> String? {
    let frame = stack.frame()
    let roles = frame.rolePlane.split(separator: "\n", omittingEmptySubsequences: false)
    let row = roles.firstIndex { $0.contains("S") }
    return row.map { row in
      let texts = frame.textPlane.split(separator: "\n", omittingEmptySubsequences: false)
      return texts[row].split(separator: " ").first.map(String.init) ?? ""
    }
  }

  // MARK: What it looks like

  @Test("Pictures come first where a photo is chosen, and others are dim", arguments: sizes)
  func walking(_ size: Size) throws {
    var stack = Possessions.choosing(size)
    stack.press(all: .down, .down)
    try Golden.check(stack.frame(), "files")
  }

  @Test("Hidden entries are shown by a point", arguments: Golden.usualSize)
  func hidden(_ size: Size) throws {
    var stack = Possessions.choosing(size, field: 2)
    stack.press(all: .character("."))
    try Golden.check(stack.frame(), "files-hidden")
  }

  @Test("What is typed is behind the folder, and below it is what it may go on with", arguments: sizes)
  func typing(_ size: Size) throws {
    var stack = Possessions.choosing(size)
    stack.press(all: .tab)
    stack.type("la")
    try Golden.check(stack.frame(), "files-typing")
  }

  @Test("A name is suggested for a file that is written", arguments: Golden.usualSize)
  func writing(_ size: Size) throws {
    try Golden.check(Possessions.writing(size).frame(), "files-writing")
  }

  @Test("A folder that cannot be read says why, and the one before stays", arguments: Golden.usualSize)
  func problem(_ size: Size) throws {
    var stack = Possessions.choosing(size)
    stack.press(all: .down, .enter)
    let problem = Message.problem("“old”: permission is denied.")
    stack.receive(
      .folder(FolderListing(asked: path("old"), path: path("old"), entries: [], problem: problem)))
    try Golden.check(stack.frame(), "files-problem")
  }

  @Test("The keys", arguments: sizes)
  func help(_ size: Size) throws {
    var stack = Possessions.choosing(size)
    stack.press(all: .character("?"))
    try Golden.check(stack.frame(), "help-files")
  }

  // MARK: Walking

  @Test("Enter asks for a folder, and takes a file by its bytes")
  func open() {
    var stack = Possessions.choosing()
    #expect(stack.press(all: .down, .enter) == [.listFolder(path("old"))])
    let bytes = Self.path.bytes + [0x2F, 0x62, 0xFF, 0x2E, 0x70, 0x6E, 0x67]
    #expect(stack.press(all: .down, .enter) == [.readFile(Text(bytes: bytes), isConfirmed: false)])
    #expect(stack.mode == .files)
  }

  @Test("The way up selects the folder that one came from, and ends at the root")
  func up() {
    var stack = Possessions.choosing()
    stack.press(all: .down, .enter)
    stack.receive(.folder(FolderListing(asked: path("old"), path: path("old"), entries: [])))
    #expect(selected(stack) == "../")
    #expect(stack.press(.backspace) == [.listFolder(Self.path)])
    stack.receive(
      .folder(FolderListing(asked: Self.path, path: Self.path, entries: Possessions.folder.entries)))
    #expect(selected(stack) == "old/")
    stack.press(all: .home)
    #expect(stack.press(.enter) == [.listFolder("/home/ada")])
    stack.receive(.folder(FolderListing(asked: "/home/ada", path: "/", entries: [])))
    #expect(stack.press(all: .left, .enter, .down, .enter).isEmpty)
    #expect(stack.press(.escape).isEmpty)
    #expect(stack.mode == .detailEditing)
  }

  @Test("An answer that came too late changes nothing")
  func late() {
    var stack = Possessions.choosing()
    stack.press(all: .down, .enter, .left)
    stack.receive(.folder(FolderListing(asked: path("old"), path: path("old"), entries: [])))
    #expect(stack.frame().textPlane.contains("lamp-2.png"))
  }

  @Test("A hundred thousand entries are drawn at once")
  func many() {
    var stack = Possessions.choosing(field: 2)
    let entries = (0..<100_000).map { (number: Int) in
      FileEntry(name: Text("file-\(number)"), isFolder: false, byteCount: number)
    }
    stack.press(all: .character("."), .home, .enter)
    stack.receive(.folder(FolderListing(asked: "/home/ada", path: "/home/ada", entries: entries)))
    stack.press(all: .end)
    #expect(selected(stack) == "file-99999")
    stack.press(all: .tab)
    stack.type("file-500")
    #expect(stack.frame().textPlane.contains("file-50003"))
  }

  // MARK: Fields

  @Test("Control with X clears a photo, and says where that cannot be")
  func clear() {
    var stack = Possessions.detail()
    stack.press(all: .character("e"))
    #expect(stack.press(.control("x")) == [.say(BlobWording.noBytes)])
    #expect(stack.press(all: .down, .control("x")) == [.set(.rowid(1), field: 1, .null)])
    stack.receive(.accepted(Possessions.lamp))
    #expect(stack.mode == .detailEditing)
    let refusal = FieldWording.problem(.required, in: Possessions.schema.fields[2])
    #expect(stack.press(all: .down, .control("x")) == [.say(refusal)])
  }

  @Test("The keys for bytes are offered only where there are bytes")
  func hints() {
    var stack = Possessions.detail(Size(columns: 120, rows: 40))
    var empty = Possessions.lamp
    empty.values[1] = .null
    stack.press(all: .character("e"), .down)
    for (record, isOffered) in [(Possessions.lamp, true), (empty, false), (Possessions.lamp, true)] {
      stack.receive(.record(record))
      #expect(stack.frame().textPlane.contains("^X clear") == isOffered)
      #expect(stack.frame().textPlane.contains("^T write out") == isOffered)
    }
    stack = ScreenStack(schema: Possessions.schema, size: Size(columns: 120, rows: 40))
    stack.press(all: .character("+"), .down)
    #expect(!stack.frame().textPlane.contains("^X clear"))
    stack.press(all: .enter)
    _ = stack.take(.blob(Possessions.png))
    #expect(stack.frame().textPlane.contains("^X clear"))
  }

  @Test("The bytes of a file are offered to a detail, and to a draft, which takes them")
  func take() {
    var stack = Possessions.choosing()
    #expect(stack.take(.blob(Possessions.png)) == [.set(.rowid(1), field: 1, .blob(Possessions.png))])
    #expect(
      stack.take(.blob([1])) == [.set(.rowid(1), field: 1, .blob([1])), .say(FileWording.unknownPicture)])
    stack = ScreenStack(schema: Possessions.schema, size: Size(columns: 80, rows: 24))
    #expect(
      stack.press(all: .character("+"), .down, .enter)
        == [.checkIsChangeable(Possessions.schema.id, field: nil), .listFolder("")])
    #expect(stack.take(.blob(Possessions.png)).isEmpty)
    #expect(stack.mode == .draft)
    #expect(stack.frame().textPlane.contains("PNG, 16 × 8, 24 B"))
    stack.press(all: .control("x"))
    #expect(!stack.frame().textPlane.contains("PNG"))
    #expect(stack.take(.blob([1])).isEmpty)
  }
}
