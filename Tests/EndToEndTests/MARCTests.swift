import Foundation
import TestSupport
import Testing

@Suite("Records of libraries, which another program reads") struct MARCTests {
  private let folder: TemporaryFolder
  private let records: URL

  init() throws {
    folder = try TemporaryFolder()
    records = folder.url.appending(path: "records.mrc")
    try Data("00050cam a2200205 a 4500001001300000003000600013\u{1E}\u{1D}".utf8).write(to: records)
  }

  private func imported() throws -> Command.Outcome {
    try Program.outcome(
      of: ["import", records.path, "--file", folder.url.appending(path: "mine.sqlite").path],
      environment: [
        "PATH": folder.url.path, "HOME": folder.url.path, "XDG_STATE_HOME": folder.url.path + "/state",
      ])
  }

  private func install(_ script: String) throws {
    try TestScript.write(script, to: folder.url.appending(path: "yaz-marcdump"))
  }

  @Test("Without yaz-marcdump a sentence says what to install, and there is no library")
  func missing() throws {
    let outcome = try imported()
    #expect(outcome.errors.contains("To read them, install yaz-marcdump, which is part of YAZ"))
    #expect(outcome.status == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["records.mrc"])
  }

  @Test("What yaz-marcdump prints becomes books, and the same file once more changes nothing")
  func read() throws {
    try install(
      #"""
      [ "$*" = "-i marc -o json /dev/stdin" ] || exit 1
      read -r line; [ "${#line}" -gt 20 ] || exit 1
      echo '{"leader":"00714cam","fields":[{"001":"7"},{"100":{"subfields":[{"a":"Herbert, Frank."}]}},'
      echo '{"245":{"subfields":[{"a":"Dune /"}]}}]}'
      """#)
    #expect(try imported().text == "1 new · 0 completed · 0 unchanged · 0 unclear · 0 refused\n")
    #expect(try imported().text == "0 new · 0 completed · 1 unchanged · 0 unclear · 0 refused\n")
    let library = folder.url.appending(path: "mine.sqlite")
    #expect(try SQLiteShell.run("SELECT title, author FROM book", on: library) == "Dune|Herbert, Frank")
  }

  @Test(
    "Where yaz-marcdump finds no records, or goes on and on, that is said",
    arguments: ["exit 0", "exit 1", "/usr/bin/head -c 40000000 /dev/zero | /usr/bin/tr '\\0' ' '"])
  func unreadable(_ script: String) throws {
    try install(script)
    let outcome = try imported()
    #expect(outcome.errors.contains("yaz-marcdump finds no MARC records that it can read"))
    #expect(outcome.status == 65)
  }

  @Test("A record that is cut off after others is named by its number and its place, and nothing is imported")
  func cutOff() throws {
    try install("echo '{\"leader\":\"00714cam\",\"fields\":[{\"245\":{\"subfields\":[{\"a\":\"Dune\"}]}}]}'")
    let whole = try Data(contentsOf: records)
    try (whole + whole + Data("\r\n00714cam a22".utf8)).write(to: records)
    let outcome = try imported()
    #expect(
      outcome.errors.contains(
        "the MARC record 3, at byte \(2 * whole.count + 2), does not end where its leader says"))
    #expect(outcome.status == 65)
    try (whole + whole.prefix(20) + whole + whole).write(to: records)
    #expect(try imported().errors.contains("the MARC record 2, at byte \(whole.count), does not end"))
    try (whole + whole + Data("\r\n".utf8)).write(to: records)
    #expect(try imported().text == "1 new · 0 completed · 0 unchanged · 0 unclear · 0 refused\n")
  }
}
