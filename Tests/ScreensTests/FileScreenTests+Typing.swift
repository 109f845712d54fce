import Cells
import Records
import Testing

@testable import Screens

/// Paths that are typed, of files to be read and to be written.
extension FileScreenTests {
  @Test(
    "Tab goes on as far as all entries do",
    arguments: [
      ("l", "lamp-"), ("lamp-1", "lamp-1.JPG"), ("o", "old/"), ("", ""), ("x", "x"), (".t", ".thumbs/"),
      (".", "."),
      ("b", "b"),
    ])
  func complete(_ typed: String, _ completed: String) {
    var stack = Possessions.choosing()
    stack.press(all: .tab)
    stack.type(typed)
    stack.press(all: .tab)
    let row = stack.frame().textPlane.split(separator: "\n")[1].drop { $0 == " " }
    #expect(row.split(separator: " ").first.map(String.init) == "/home/ada/photos/" + completed)
  }

  @Test(
    "Tab behind a command lists the folder that is typed, and completes what is there",
    arguments: [
      ("import ~/", "~/", "/home/ada", "~/"), ("import ~", "~/", "/home/ada", "~/"),
      ("import ~/Do", "~/", "/home/ada", "~/Downloads"), ("export ~/Do", "~/", "/home/ada", "~/Downloads"),
      ("open ~/Do", "~/", "/home/ada", "~/Downloads"), ("new ~/Do", "~/", "/home/ada", "~/Downloads"),
      ("import Do", ".", "/start", "/start/Downloads"),
      ("import sub/Do", "sub/", "/start/sub", "sub/Downloads"),
      ("import /tmp/Do", "/tmp/", "/tmp", "/tmp/Downloads"), ("import ..", "../", "/", "../"),
      ("import ~/x", "~/", "/home/ada", "~/x"), ("import ", "", "/last", ""),
    ])
  func completeCommand(_ typed: String, _ asked: String, _ path: String, _ completed: String) {
    var stack = ScreenStack(schema: Possessions.schema, size: Size(columns: 80, rows: 24))
    #expect(stack.type(":" + typed) == [])
    #expect(stack.press(.tab) == [.listFolder(Text(asked))])
    stack.receive(.startFolder(asked.isEmpty ? "/last" : "/start"))
    let entries = [
      FileEntry(name: "Documents", isFolder: false), FileEntry(name: "Downloads", isFolder: true),
    ]
    stack.receive(
      .folder(
        FolderListing(
          asked: Text(asked), path: Text(path), entries: typed.hasSuffix("Do") ? [entries[1]] : entries)))
    let frame = stack.frame().textPlane
    #expect(frame.split(separator: "\n")[1].contains(completed), "\(frame)")
    #expect(frame.contains("Documents") == !(typed.hasSuffix("Do") || typed.hasSuffix("x")), "\(frame)")
    guard typed.hasSuffix("Do") else { return }
    // The folder that was completed is entered by the next Tab.
    let folder = (completed.hasPrefix("sub") ? "/start/" : "") + completed + "/"
    #expect(stack.press(.tab) == [.listFolder(Text(folder))])
  }

  @Test("Tab before the folder is there goes on with the path once it is")
  func completeLater() {
    var stack = Possessions.choosing()
    stack.press(all: .tab)
    stack.type("old/la")
    stack.press(all: .tab)
    let entries = [FileEntry(name: "lamp.png", isFolder: false, byteCount: 1)]
    stack.receive(.folder(FolderListing(asked: path("old/"), path: path("old"), entries: entries)))
    #expect(stack.frame().textPlane.contains("/old/lamp.png"))
  }

  @Test(
    "The folder of what is typed is asked for at each slash, from the root, from home and from the folder")
  func folders() {
    var stack = Possessions.choosing()
    #expect(stack.press(.character("/")) == [.listFolder("/")])
    #expect(stack.type("us") == [])
    #expect(stack.type("r/") == [.listFolder("/usr/")])
    stack.press(all: .escape)
    stack.receive(
      .folder(FolderListing(asked: "/usr/", path: "/usr", entries: [FileEntry(name: "lib", isFolder: true)])))
    #expect(stack.press(.character("~")) == [.listFolder("~/")])
    #expect(stack.press(.control("u")).isEmpty)
    #expect(stack.type("lib/") == [.listFolder("/usr/lib/")])
    #expect(stack.type("a.png").isEmpty)
    #expect(stack.press(.enter) == [.readFile("/usr/lib/a.png", isConfirmed: false)])
  }

  @Test("Enter takes what is typed, an entry that was gone to, or walks on in a folder")
  func enter() {
    var stack = Possessions.choosing()
    stack.press(all: .tab)
    #expect(stack.press(.enter).isEmpty)
    stack.type("nowhere.png")
    #expect(stack.press(.enter) == [.readFile(path("nowhere.png"), isConfirmed: false)])
    stack.press(all: .control("u"))
    stack.type("lamp")
    #expect(stack.press(all: .down, .down, .enter) == [.readFile(path("lamp-2.png"), isConfirmed: false)])
    stack.press(all: .control("u"))
    stack.type("old")
    #expect(stack.press(.enter) == [.listFolder(path("old"))])
    #expect(stack.mode == .files)
  }

  @Test(
    "Enter behind a slash walks on in the folder that is typed",
    arguments: [
      ("old/", "/home/ada/photos/old/"), ("/usr/", "/usr/"), ("~/", "~/"), ("~", "~"),
      ("..", "/home/ada/photos/.."),
    ])
  func enterFolder(_ typed: String, _ folder: String) {
    var stack = Possessions.choosing()
    stack.press(all: .tab)
    stack.type(typed)
    #expect(stack.press(.enter) == [.listFolder(Text(folder))])
    #expect(stack.mode == .files)
  }

  @Test("A path that is typed before the folder is there is in the folder where the choice begins")
  func early() {
    var stack = Possessions.detail()
    stack.press(all: .character("e"), .down, .enter)
    stack.receive(.startFolder("/home/ada"))
    stack.press(all: .tab)
    #expect(stack.type("p/") == [.listFolder("/home/ada/p/")])
    let problem = Message.problem("There is no “p”.")
    stack.receive(
      .folder(FolderListing(asked: "/home/ada/p/", path: "/home/ada/p", entries: [], problem: problem)))
    stack.type("a.png")
    #expect(stack.frame().textPlane.contains(" /home/ada/p/a.png "))
    #expect(stack.press(.enter) == [.readFile("/home/ada/p/a.png", isConfirmed: false)])
  }

  @Test("Writing asks for the name that is typed, in the folder that was gone to")
  func write() {
    var stack = Possessions.writing()
    #expect(stack.mode == .filePath)
    #expect(stack.press(all: .down, .enter) == [.listFolder(path("old"))])
    stack.receive(.folder(FolderListing(asked: path("old"), path: path("old"), entries: [])))
    #expect(
      stack.press(.enter)
        == [.writeFile(.rowid(1), field: 1, to: path("old").appending(name: "Lamp.png"), isConfirmed: false)])
    stack.receive(.fileWritten)
    #expect(stack.mode == .detailEditing)
  }

  @Test(
    "A file name has nothing of a title that a name cannot have",
    arguments: [
      ("../a/b\u{0}\n ", "-a-b--.bin"), ("~root", "root.bin"), (" . ", "blob.bin"), ("", "blob.bin"),
      ("日本 O'Brien", "日本 O'Brien.bin"), (String(repeating: "e\u{301}", count: 999), nil),
    ])
  func names(_ title: String, _ expected: String?) {
    let name = BlobWording.fileName(title: title, BlobSummary(Possessions.lamp, 2))
    if let expected { #expect(name == expected) }
    #expect(name.utf8.count <= 255)
  }
}
