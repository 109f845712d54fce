import Platform
import TestSupport
import Testing

@Suite("Folders") struct FolderTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode : nil
  }

  @Test("A folder is made with those above it, for the owner alone, and what is there stays")
  func make() throws {
    let folder = home.path + "/a/b/c"
    try Folder.make(folder)
    for path in [home.path + "/a", home.path + "/a/b", folder] { #expect(mode(path) == S_IFDIR | 0o700) }
    chmod(folder, 0o755)
    try Folder.make(folder)
    #expect(mode(folder) == S_IFDIR | 0o755)
  }

  @Test("What keeps a folder from being made is said with the folder") func refusal() throws {
    let file = home.path + "/file"
    close(open(file, O_WRONLY | O_CREAT, 0o600))
    #expect(throws: SystemError(ENOTDIR, path: file + "/a")) { try Folder.make(file + "/a") }
    #expect(throws: SystemError(ENOTDIR, path: file + "/a/b")) { try Folder.make(file + "/a/b") }
    #expect(throws: SystemError(ENOENT, path: "")) { try Folder.make("") }
  }

  @Test("What is in a folder goes with it, and a link goes without what it leads to") func remove() throws {
    let (kept, folder) = (home.path + "/kept", home.path + "/folder")
    try Folder.make(kept)
    close(open(kept + "/file", O_WRONLY | O_CREAT, 0o600))
    try Folder.make(folder + "/a/b")
    let name = Array(folder.utf8) + Array("/a/b/".utf8) + [0xFF, 0xFE]
    close(open(name.map { CChar(bitPattern: $0) } + [0], O_WRONLY | O_CREAT, 0o600))
    symlink(kept, folder + "/a/link")
    #expect(try Set(Folder.names(in: folder + "/a")) == ["b", "link"])
    Folder.remove(folder)
    #expect(mode(folder) == nil)
    #expect(try Folder.names(in: kept) == ["file"])
  }

  @Test(
    "The folder that a path's last part is in",
    arguments: [("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b", "a"), ("", "."), ("/é/e", "/é")])
  func containing(path: String, folder: String) { #expect(Folder.containing(path) == folder) }
}
