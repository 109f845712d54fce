import Foundation
import Synchronization

@testable import BookStore

/// The files of a database and its log as a death of the process would have left them, at each statement.
final class Moments: Sendable {
  private let path: String
  private let logFolder: String
  private let folder: String
  private let state = Mutex((isOn: false, count: 0))

  init(_ scratch: Scratch) {
    (path, logFolder, folder) = (scratch.path, scratch.logFolder, scratch.folder + "/moments")
  }

  /// Whether moments are noted.
  var isOn: Bool {
    get { state.withLock { $0.isOn } }
    set { state.withLock { $0.isOn = newValue } }
  }

  var count: Int { state.withLock { $0.count } }

  /// Notes the files as they are now.
  func note() {
    guard isOn else { return }
    copy(logFrom: logFolder)
  }

  /// Notes the moment at which the database has everything, and the log is still as it was at the last statement.
  func noteCommitted() { copy(logFrom: "\(folder)/\(count - 1)/log") }

  private func copy(logFrom log: String) {
    let target = "\(folder)/\(count)"
    let files = FileManager.default
    try? files.createDirectory(atPath: target, withIntermediateDirectories: true)
    try? files.copyItem(atPath: log, toPath: target + "/log")
    for end in ["", "-journal"] {
      try? files.copyItem(atPath: path + end, toPath: "\(target)/database\(end)")
    }
    state.withLock { $0.count += 1 }
  }

  /// Brings the database back to a moment, in the file that it is in; returns a folder with the log as it was then.
  func bringBack(_ moment: Int) throws -> String {
    let (source, files) = ("\(folder)/\(moment)", FileManager.default)
    try? files.removeItem(atPath: path + "-journal")
    let content = try Data(contentsOf: URL(fileURLWithPath: source + "/database"))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: content)
    try file.close()
    try? files.copyItem(atPath: source + "/database-journal", toPath: path + "-journal")
    for name in try files.contentsOfDirectory(atPath: source + "/log") where name.hasSuffix("-shm") {
      try files.removeItem(atPath: "\(source)/log/\(name)")
    }
    return source + "/log"
  }
}
