import Foundation
import TestSupport
import Testing

@Suite("Making a release", .needs("git")) struct ReleaseTests {
  private let home: TemporaryFolder

  /// Makes a repository of what the script reads.
  init() throws {
    home = try TemporaryFolder()
    let files = [
      ".ci/packaging/release", ".ci/packaging/notes", "CHANGELOG.md", "README.md",
      "Sources/booklist/Version.swift",
    ]
    for path in files {
      let copy = home.url.appending(path: path)
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: Repository.root.appending(path: path), to: copy)
    }
    try "# Changelog\n\n## Unreleased\n\n## 9.8.7\n- It flies.\n\n## 9.8.6\n\n".write(
      to: home.url.appending(path: "CHANGELOG.md"), atomically: true, encoding: .utf8)
    try git("init", "-q")
    try git("add", "-A")
    try git("commit", "-q", "-m", "A first one")
  }

  /// The environment of the tests without git's variables, which could name the repository of the tests.
  private var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    for role in ["AUTHOR", "COMMITTER"] {
      (environment["GIT_\(role)_NAME"], environment["GIT_\(role)_EMAIL"]) = ("A", "a@b.invalid")
    }
    (environment["GIT_CONFIG_GLOBAL"], environment["GIT_CONFIG_NOSYSTEM"]) = ("/dev/null", "1")
    return environment
  }

  @discardableResult private func git(_ arguments: String...) throws -> String {
    try Command.run(["git", "-C", home.path] + arguments, environment: environment)
  }

  /// Runs the script, with a `make` that finds everything as it should be, or does not.
  private func release(_ version: String, make: String = "true") throws -> Command.Outcome {
    let own = ["MAKE": make]
    return try Command.outcome(
      of: [home.path + "/.ci/packaging/release", version], environment: environment.merging(own) { $1 })
  }

  @Test(
    "There is one version, that of the next release: the program, the README and the changelog have the same")
  func oneVersion() throws {
    let version = try Program.run(["--version"]).trimmingCharacters(in: .newlines)
    let debian = version.replacing("-", with: "~")
    let readme = try Repository.text("README.md")
    let names = readme.matches(of: /booklist[-_][0-9][^ `\/]*/).map { String($0.0) }
    #expect(!names.isEmpty)
    for name in names {
      #expect(name.hasPrefix("booklist-\(version)-linux-") || name.hasPrefix("booklist_\(debian)_"))
    }
    let sections = try Repository.text("CHANGELOG.md").matches(of: /(?m)^## (\S+)/).map { String($0.1) }
    if version.hasSuffix("-dev") {
      let last = try #require(sections.dropFirst().first)
      #expect(
        sections.first == "Unreleased" && version.compare(last, options: .numeric) == .orderedDescending)
    } else {
      #expect(sections.contains(version))
    }
  }

  private func expectRefusal(
    _ outcome: Command.Outcome, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(outcome.status == 1, sourceLocation: sourceLocation)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(try git("tag") == "", sourceLocation: sourceLocation)
    #expect(try git("rev-list", "--count", "HEAD") == "1\n", sourceLocation: sourceLocation)
  }

  @Test(
    "A missing or an odd version is refused", arguments: ["", "1.2", "v1.2.3", "1.2.3.4", "1..3", "1.2.3-rc"])
  func oddVersion(_ version: String) throws { try expectRefusal(release(version), "1.2.3") }

  @Test("A tree with changes, a changelog without the section, and stale files are refused")
  func notReady() throws {
    try expectRefusal(release("9.8.7", make: "false"), "is not up to date")
    let script = try TemporaryFolder()
    try TestScript.write("[ \"$2\" != claims ]", to: script.url.appending(path: "make"))
    try expectRefusal(
      release("9.8.7", make: script.path + "/make"), "does not do what the demonstration claims")
    for version in ["9.8.5", "9", "9.8"] { #expect(try release(version).status == 1) }
    try expectRefusal(release("9.8.6"), "has nothing under “## 9.8.6”")
    try "x".write(to: home.url.appending(path: "new"), atomically: true, encoding: .utf8)
    try expectRefusal(release("9.8.7"), "new")
  }

  @Test("Otherwise the version is set in its one place, and the tag has the section; it is not made twice")
  func ready() throws {
    #expect(try release("9.8.7").status == 0)
    let places = ["Sources/booklist/Version.swift", "README.md"]
    let released = try places.map { try git("show", "v9.8.7:\($0)") }
    #expect(released[0].contains("static let text = \"9.8.7\"\n"))
    #expect(released[1].contains("booklist-9.8.7-linux") && released[1].contains("booklist_9.8.7_amd64"))
    let next = try places.map { try String(contentsOf: home.url.appending(path: $0), encoding: .utf8) }
    #expect(next[0].contains("static let text = \"9.9.0-dev\"\n"))
    #expect(next[1].contains("booklist-9.9.0-dev-linux") && next[1].contains("booklist_9.9.0~dev_amd64"))
    #expect(try git("status", "--porcelain") == "")
    #expect(try git("log", "-2", "--format=%s") == "Begin 9.9.0-dev\nRelease 9.8.7\n")
    #expect(try git("tag", "-n9", "--format=%(refname:short) %(contents)") == "v9.8.7 - It flies.\n\n")
    let again = try release("9.8.7")
    #expect(again.status == 1 && again.errors.contains("the tag v9.8.7 is there already"))
  }
}
