import TestSupport
import Testing

@testable import Platform

@Suite("Whole files") struct WholeFileTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func path(_ name: String) -> String { home.path + "/" + name }

  private func make(_ name: String, _ text: String, mode: mode_t = 0o644) throws {
    let file = open(path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(file) }
    try DescriptorBytes.writeAll(text.utf8, to: file)
    fchmod(file, mode)
  }

  private func write(_ text: String, to name: String, replaces: Bool = true) throws {
    let file = try WholeFile(path(name), replaces: replaces)
    try DescriptorBytes.writeAll(text.utf8, to: file.descriptor)
    try file.finish()
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try DescriptorBytes.readAll(path(name)), as: UTF8.self)
  }

  private func mode(_ name: String) -> mode_t? {
    var status = stat()
    return lstat(path(name), &status) == 0 ? status.st_mode : nil
  }

  private func names() throws -> [String] { try Folder.names(in: home.path).sorted() }

  @Test("A file has its name only once it is whole, and leaves nothing if it is given up")
  func whole() throws {
    try make("a", "old")
    do {
      let file = try WholeFile(path("a"), replaces: true)
      try DescriptorBytes.writeAll("new".utf8, to: file.descriptor)
      #expect(try text("a") == "old")
      #expect(try names().count == 2)
    }
    #expect(try names() == ["a"] && text("a") == "old")
    try write("new", to: "a")
    #expect(try names() == ["a"] && text("a") == "new")
  }

  @Test(
    "A new file follows the umask, and one that is replaced keeps its mode", arguments: [0o600, 0o664, 0o440])
  func modes(_ old: mode_t) throws {
    try make("a", "old", mode: old)
    try write("new", to: "a")
    #expect(try text("a") == "new" && mode("a") == S_IFREG | old)
    try make("plain", "")
    try write("new", to: "b")
    // The umask of the tests is not known; what `open` makes of 0644 is.
    #expect((mode("b") ?? 0) & 0o644 == 0o644)
    let secret = try WholeFile(path("c"), replaces: false, isPrivate: true)
    try secret.finish()
    #expect(mode("c") == S_IFREG | 0o600)
  }

  @Test(
    "A link stays a link, and what it leads to is replaced or made",
    arguments: ["real", "./real", "folder/../real", "hop", "missing"])
  func links(_ target: String) throws {
    try make("real", "old", mode: 0o600)
    mkdir(path("folder"), 0o700)
    symlink("real", path("hop"))
    symlink(target, path("link"))
    try write("new", to: "link")
    #expect((mode("link") ?? 0) & S_IFMT == S_IFLNK)
    #expect(try text("link") == "new")
    if target != "missing" { #expect(try mode("real") == S_IFREG | 0o600 && text("real") == "new") }
  }

  @Test("A link to itself is refused, and so is a link whose folder is not there") func wrongLinks() throws {
    symlink("loop", path("loop"))
    symlink("no/file", path("lost"))
    #expect(throws: SystemError(ELOOP)) { try WholeFile(path("loop"), replaces: true) }
    #expect(throws: SystemError(ENOENT)) { try WholeFile(path("lost"), replaces: true) }
    #expect(try names() == ["loop", "lost"])
  }

  @Test("A pipe is written to and stays what it is") func pipe() throws {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    #expect(throws: SystemError(ENXIO)) { try WholeFile(path("pipe"), replaces: true) }
    let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    try write("new", to: "pipe")
    #expect(try DescriptorBytes.readAll(reader) == Array("new".utf8))
    #expect((mode("pipe") ?? 0) & S_IFMT == S_IFIFO)
  }

  @Test("A device is written to and stays what it is, also through a link") func device() throws {
    let device = try #require(NullDevice.make(in: home.path))
    symlink(device, path("link"))
    for path in [device, path("link")] {
      let file = try WholeFile(path, replaces: true)
      try DescriptorBytes.writeAll("new".utf8, to: file.descriptor)
      try file.finish()
    }
    var status = stat()
    #expect(stat(device, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    #expect(mode("link").map { $0 & S_IFMT } == S_IFLNK)
  }

  @Test("The reader of a full pipe is waited for, until nobody wants the bytes any more")
  func slowReader() throws {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let file = try WholeFile(path("pipe"), replaces: true)
    var questions = 0
    let bytes = [UInt8](repeating: 1, count: 1 << 21)
    #expect(throws: SystemError(EAGAIN)) {
      try DescriptorBytes.writeAll(bytes, to: file.descriptor) {
        questions += 1
        return questions == 3
      }
    }
    // Once when the pipe is full, and then ten times a second.
    #expect(questions == 3)
    #expect(mode("pipe").map { $0 & S_IFMT } == S_IFIFO)
  }

  @Test(
    "Nothing is replaced unless that is wanted, also if it comes into being meanwhile",
    arguments: [true, false])
  func existing(hasLinks: Bool) throws {
    try make("a", "old")
    symlink("nowhere", path("b"))
    for name in ["a", "b"] {
      #expect(throws: SystemError(EEXIST)) { try WholeFile(path(name), replaces: false) }
    }
    let file = try WholeFile(path("c"), replaces: false)
    try make("c", "theirs")
    #expect(throws: SystemError(EEXIST)) {
      try file.appear(linking: hasLinks ? { link($0, $1) } : Self.noLinks)
    }
    #expect(try text("a") == "old" && text("c") == "theirs")
  }

  /// The system's `link` on a file system that has no hard links.
  private static func noLinks(_: UnsafePointer<CChar>, _: UnsafePointer<CChar>) -> Int32 {
    errno = EPERM
    return -1
  }

  @Test("A file gets its name also on a file system without hard links") func withoutLinks() throws {
    let file = try WholeFile(path("a"), replaces: false)
    try DescriptorBytes.writeAll("new".utf8, to: file.descriptor)
    try file.appear(linking: Self.noLinks)
    try file.finish()
    #expect(try names() == ["a"] && text("a") == "new")
  }

  @Test("A file can have its name before it is whole") func early() throws {
    try make("a", "old")
    let file = try WholeFile(path("a"), replaces: true)
    try file.appear()
    #expect(try text("a").isEmpty)
    try DescriptorBytes.writeAll("new".utf8, to: file.descriptor)
    #expect(try text("a") == "new")
    try file.finish()
    #expect(try names() == ["a"])
  }

  @Test("A folder is refused, and a path whose folder is not there") func folders() throws {
    #expect(throws: SystemError(EISDIR)) { try WholeFile(home.path, replaces: true) }
    #expect(throws: SystemError(ENOENT)) { try WholeFile(path("no/file"), replaces: true) }
    #expect(throws: SystemError(ENOENT)) { try WholeFile("", replaces: true) }
  }
}
