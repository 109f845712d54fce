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
      (".", "."), ("b", "b"),
    ])
  func complete(_ typed: String, _ completed: String) {
    let stack = Possessions.choosing(keys: "⇥" + typed + "⇥")
    let shown = stack.lines[1].split(separator: " ").first.map(String.init)
    #expect(shown == "/home/ada/photos/" + completed)
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
    ] as [(String, Text, Text, String)])
  func completeCommand(_ typed: String, _ asked: Text, _ path: Text, _ completed: String) {
    let narrows = typed.hasSuffix("Do")
    var stack = ScreenStack(schema: Possessions.schema, size: .usual)
    #expect(stack.press(":" + typed) == [])
    #expect(stack.press("⇥") == [.listFolder(asked)])
    stack.receive(.startFolder(asked == "" ? "/last" : "/start"))
    let entries = [
      FileEntry(name: "Documents", isFolder: false), FileEntry(name: "Downloads", isFolder: true),
    ]
    stack.receive(folder(asked, path, narrows ? [entries[1]] : entries))
    #expect(stack.lines[1].contains(completed), "\(stack.text)")
    #expect(stack.text.contains("Documents") == !(narrows || typed.hasSuffix("x")), "\(stack.text)")
    guard narrows else { return }
    // The folder that was completed is entered by the next Tab.
    let entered = (completed.hasPrefix("sub") ? "/start/" : "") + completed + "/"
    #expect(stack.press("⇥") == [.listFolder(Text(entered))])
  }

  @Test("Tab before the folder is there goes on with the path once it is") func completeLater() {
    var stack = Possessions.choosing(keys: "⇥old/la⇥")
    let entries = [FileEntry(name: "lamp.png", isFolder: false, byteCount: 1)]
    stack.receive(folder(path("old/"), path("old"), entries))
    stack.shows("/old/lamp.png")
  }

  @Test(
    "The folder of what is typed is asked for at each slash, from the root, from home and from the folder")
  func folders() {
    var stack = Possessions.choosing()
    #expect(stack.press("/") == [.listFolder("/")])
    #expect(stack.press("us") == [])
    #expect(stack.press("r/") == [.listFolder("/usr/")])
    stack.press("⎋")
    stack.receive(folder("/usr/", "/usr", [FileEntry(name: "lib", isFolder: true)]))
    #expect(stack.press("~") == [.listFolder("~/")])
    #expect(stack.press("⌃ulib/") == [.listFolder("/usr/lib/")])
    #expect(stack.press("a.png").isEmpty)
    #expect(stack.press("⏎") == [.readFile("/usr/lib/a.png", isConfirmed: false)])
  }

  @Test(
    "Enter takes what is typed, an entry that was gone to, or walks on in the folder that is typed",
    arguments: [
      ("", nil), ("nowhere.png", .readFile("/home/ada/photos/nowhere.png", isConfirmed: false)),
      ("lamp↓↓", .readFile("/home/ada/photos/lamp-2.png", isConfirmed: false)),
      ("old", .listFolder("/home/ada/photos/old")), ("old/", .listFolder("/home/ada/photos/old/")),
      ("/usr/", .listFolder("/usr/")), ("~/", .listFolder("~/")), ("~", .listFolder("~")),
      ("..", .listFolder("/home/ada/photos/..")),
    ] as [(String, Effect?)])
  func enter(_ typed: String, _ effect: Effect?) {
    var stack = Possessions.choosing(keys: "⇥" + typed)
    #expect(stack.press("⏎") == [effect].compactMap { $0 })
    if case .listFolder = effect { #expect(stack.mode == .files) }
  }

  @Test("A path that is typed before the folder is there is in the folder where the choice begins")
  func early() {
    var stack = Possessions.detail().pressing("e↓⏎")
    stack.receive(.startFolder("/home/ada"))
    #expect(stack.press("⇥") == [.listFolder("/home/ada")])
    #expect(stack.press("p/") == [.listFolder("/home/ada/p/")])
    stack.receive(folder("/home/ada/p/", "/home/ada/p", problem: "There is no “p”."))
    stack.press("a.png", shows: " /home/ada/p/a.png ")
    #expect(stack.press("⏎") == [.readFile("/home/ada/p/a.png", isConfirmed: false)])
  }

  @Test("Writing asks for the name that is typed, in the folder that was gone to") func write() {
    var stack = Possessions.writing()
    #expect(stack.mode == .filePath)
    #expect(stack.press("↓⏎") == [.listFolder(path("old"))])
    stack.receive(folder(path("old")))
    let file = path("old").appending(name: "Lamp.png")
    #expect(stack.press("⏎") == [.writeFile(.rowid(1), field: 1, to: file, isConfirmed: false)])
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
