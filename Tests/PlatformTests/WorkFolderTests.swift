import Foundation
import Platform
import Testing

@Suite("Folders for temporary files") struct WorkFolderTests {
  /// Lets a folder look as if it had been made an hour ago.
  private func age(_ path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date.now.addingTimeInterval(-3_600)], ofItemAtPath: path)
  }

  @Test("What a killed program has left is removed, and the folder of one that lives is not")
  func abandoned() throws {
    let live = try WorkFolder()
    try Data("x".utf8).write(to: URL(filePath: live.path + "/file"))
    let left = try #require(live.path.split(separator: "/").last).replacing(
      "booklist-work-", with: "booklist-work-x")
    let path = URL(filePath: live.path).deletingLastPathComponent().appending(path: left).path
    try FileManager.default.createDirectory(atPath: path + "/more", withIntermediateDirectories: true)
    WorkFolder.removeAbandoned()
    // It is so new that its program may be about to lock it.
    #expect(FileManager.default.fileExists(atPath: path))
    try age(path)
    try age(live.path)
    WorkFolder.removeAbandoned()
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(FileManager.default.fileExists(atPath: live.path + "/file"))
  }

  @Test("It goes with the last reference, with all that is in it") func last() throws {
    var folder: WorkFolder? = try WorkFolder()
    let path = try #require(folder?.path)
    try Data("x".utf8).write(to: URL(filePath: path + "/file"))
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
