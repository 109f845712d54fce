import Foundation
import Platform
import Synchronization
import Syncing
import TestSupport

/// A machine whose library is some texts, and whose merge takes the files of both sides.
final class GitMachine {
  let name: String
  let history: GitHistory
  var head: CommitName?
  /// Whether the machine's person has pressed Control-C.
  let isUnwanted = Mutex(false)

  convenience init(_ name: String, in folder: String, at place: String) throws {
    try self.init(name, repository: "\(folder)/\(name).git-of-the-machine", at: place)
  }

  init(
    _ name: String, repository: String, at place: String,
    isUnwanted: @escaping @Sendable () -> Bool = { false }
  )
    throws
  {
    self.name = name
    history = try GitHistory(repository, at: place, isUnwanted: isUnwanted)
  }

  @discardableResult
  func commit(
    _ files: KeyValuePairs<String, String?>, on base: CommitName?, parents: [CommitName]? = nil
  ) throws -> CommitName {
    try history.commit(
      on: base, parents: parents ?? base.map { [$0] } ?? [], by: .machine(name, seconds: 1_700_000_000)
    ) { put throws(SyncError) in
      for (path, text) in files { try put(path, text.map { Array($0.utf8) }) }
    }
  }

  func texts(of commit: CommitName?) throws -> [String: String] {
    guard let commit else { return [:] }
    var texts: [String: String] = [:]
    for file in try history.files(of: commit) {
      texts[file.path] = String(decoding: try history.bytes(of: file.blob), as: UTF8.self)
    }
    return texts
  }

  /// What the machine has after its last sync.
  var texts: [String: String] { get throws { try texts(of: head) } }

  func sync(adding files: KeyValuePairs<String, String?> = [:]) throws {
    if files.count > 0 { head = try commit(files, on: head) }
    try history.fetch()
    for (_, other) in try history.heads().sorted(by: { $0.key < $1.key }) { head = try merged(with: other) }
    if let head { try history.publish(head, as: name) }
  }

  private func merged(with other: CommitName) throws -> CommitName {
    guard let head else { return other }
    let ancestors = try history.commonAncestors(head, other)
    if ancestors == [other] { return head }
    if ancestors == [head] { return other }
    let parents = [head, other].sorted()
    let theirs = try texts(of: parents[1])
    return try history.commit(on: parents[0], parents: parents, by: .merge) { put throws(SyncError) in
      for (path, text) in theirs { try put(path, Array(text.utf8)) }
    }
  }
}

extension TemporaryFolder {
  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Runs git in one of the folders, with no configuration but that of the repository.
  @discardableResult
  func git(_ place: String, _ arguments: String..., input: String = "") throws -> String {
    var variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    for role in ["AUTHOR", "COMMITTER"] {
      (variables["GIT_\(role)_NAME"], variables["GIT_\(role)_EMAIL"]) = ("A", "a@b.invalid")
    }
    (variables["GIT_CONFIG_GLOBAL"], variables["GIT_CONFIG_NOSYSTEM"]) = ("/dev/null", "1")
    return try Command.run(
      ["git", "-C", path(place)] + arguments, input: Data(input.utf8), environment: variables
    ).trimmingCharacters(in: .newlines)
  }

  /// Writes a script, such as one that is called instead of ssh.
  ///
  /// A program writes it, because no file can be run that a process has open, and other tests start processes
  /// meanwhile.
  func script(_ name: String, _ text: String) throws -> String {
    let words = ["mkdir -p \"${0%/*}\" && cat > \"$0\" && chmod +x \"$0\"", path(name)]
    try Command.run(["sh", "-c"] + words, input: Data("#!/bin/sh\n\(text)\n".utf8))
    return path(name)
  }

  /// Runs something with other environment variables.
  func with<Result>(_ changes: [String: String], _ body: () throws -> Result) rethrows -> Result {
    let variables = ProcessInfo.processInfo.environment.merging(changes) { $1 }
    let world = CommandWorld(
      input: STDIN_FILENO, output: STDOUT_FILENO, errors: STDERR_FILENO, variables: variables)
    return try CommandWorld.$current.withValue(world, operation: body)
  }
}
