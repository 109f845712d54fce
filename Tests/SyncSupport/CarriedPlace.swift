import Foundation
import SeededRandom
import Synchronization
import Syncing

/// A place that git brings to machines: a bare repository, or a folder that somebody else carries.
package final class CarriedPlace: WalkPlace {
  private let path: String
  private let isFolder: Bool
  private let published = Mutex<[String: [CommitName]]>([:])

  package var heads: [String: [CommitName]] { published.withLock { $0 } }

  /// - Parameter isFolder: Whether it is a folder of bundles.
  package init(in folder: String, isFolder: Bool) throws {
    (path, self.isFolder) = ("\(folder)/place\(isFolder ? "" : ".git")", isFolder)
    if isFolder { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  }

  package func history(of machine: String, in folder: String) throws -> any WalkHistory {
    CarriedHistory("\(folder)/\(machine)/git", at: path) { [self] head, name in
      published.withLock { $0[name, default: []].append(head) }
    }
  }

  // MARK: What a carrier of files does

  private static let away = ".away"

  /// Hides a file or brings one back, or leaves a copy under another name.
  package func disturb(_ choice: UInt64) throws {
    if !isFolder { return }
    let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    guard let file = files.randomElement(number: choice) else { return }
    let copy = file.hasSuffix(".bundle") ? "\(file.dropLast(7)) (copy).bundle" : "\(file) (copy)"
    if file.hasSuffix(Self.away) {
      try bringBack(file)
    } else if choice >> 40 & 1 == 0, !files.contains(file + Self.away) {
      try FileManager.default.moveItem(atPath: "\(path)/\(file)", toPath: "\(path)/\(file)\(Self.away)")
    } else if !files.contains(copy) {
      try FileManager.default.copyItem(atPath: "\(path)/\(file)", toPath: "\(path)/\(copy)")
    }
  }

  package func bringAllBack() throws {
    if !isFolder { return }
    for file in try FileManager.default.contentsOfDirectory(atPath: path) where file.hasSuffix(Self.away) {
      try bringBack(file)
    }
  }

  private func bringBack(_ file: String) throws {
    let former = "\(path)/\(file.dropLast(Self.away.count))"
    if FileManager.default.fileExists(atPath: former) { return }
    try FileManager.default.moveItem(atPath: "\(path)/\(file)", toPath: former)
  }
}

/// The history of one machine in git, opened for each sync as the program opens it.
private final class CarriedHistory: WalkHistory {
  private let repository: String
  private let place: String
  private let note: (CommitName, String) -> Void
  private var opened: GitHistory?
  private var isLate = false
  private var callsLeft = 0
  private var interruption: (() throws(SyncError) -> Void)?

  init(_ repository: String, at place: String, note: @escaping (CommitName, String) -> Void) {
    (self.repository, self.place, self.note) = (repository, place, note)
  }

  func comeLate(_ choice: UInt64?, isNew: Bool) { isLate = choice != nil && !isNew }

  func interrupt(after count: Int, by body: @escaping () throws(SyncError) -> Void) {
    (callsLeft, interruption) = (count, body)
  }

  func goOn() { (interruption, opened) = (nil, nil) }

  func copy(to folder: String) throws {
    opened = nil
    try? FileManager.default.removeItem(atPath: "\(folder)/git")
    try FileManager.default.copyItem(atPath: repository, toPath: "\(folder)/git")
  }

  private func git() throws(SyncError) -> GitHistory {
    callsLeft -= 1
    if callsLeft < 0 { try interruption?() }
    if let opened { return opened }
    let git = try GitHistory(repository, at: place, isUnwanted: { false })
    opened = git
    return git
  }

  var leftOut: [LeftOut] { opened?.leftOut ?? [] }

  func heads() throws(SyncError) -> [String: CommitName] { try git().heads() }

  func fetch() throws(SyncError) {
    opened = nil
    if !isLate { try git().fetch() }
  }

  func publish(_ head: CommitName, as machine: String) throws(SyncError) {
    try git().publish(head, as: machine)
    note(head, machine)
  }

  func parents(of commit: CommitName) throws(SyncError) -> [CommitName] { try git().parents(of: commit) }

  func commonAncestors(_ one: CommitName, _ other: CommitName) throws(SyncError) -> [CommitName] {
    try git().commonAncestors(one, other)
  }

  func independent(_ commits: [CommitName]) throws(SyncError) -> [CommitName] {
    try git().independent(commits)
  }

  func files(of commit: CommitName) throws(SyncError) -> [TreeFile] { try git().files(of: commit) }

  func bytes(of blob: BlobName) throws(SyncError) -> [UInt8] { try git().bytes(of: blob) }

  func bytes(at path: String, of commit: CommitName) throws(SyncError) -> [UInt8]? {
    try git().bytes(at: path, of: commit)
  }

  func commit(
    on base: CommitName?, parents: [CommitName], by author: CommitAuthor,
    _ write: (_ put: @escaping TreePut) throws(SyncError) -> Void
  ) throws(SyncError) -> CommitName {
    try git().commit(on: base, parents: parents, by: author, write)
  }
}
