import Foundation
import Synchronization

/// Copies of a folder's files at moments, from whatever thread; of moments between which nothing was written there is one.
final class Snapshots: Sendable {
  private let folder: String
  private let state = Mutex((all: [[String: Data]](), momentCount: 0))

  var all: [[String: Data]] { state.withLock { $0.all } }
  var momentCount: Int { state.withLock { $0.momentCount } }

  init(of folder: String) { self.folder = folder }

  func take() {
    var files: [String: Data] = [:]
    for name in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? [] {
      if name.hasSuffix("-shm") { continue }
      files[name] = FileManager.default.contents(atPath: folder + "/" + name)
    }
    let now = files
    state.withLock {
      $0.momentCount += 1
      if now != $0.all.last { $0.all.append(now) }
    }
  }

  func restore(_ files: [String: Data]) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try FileManager.default.removeItem(atPath: folder + "/" + name)
    }
    for (name, data) in files {
      let url = URL(fileURLWithPath: folder + "/" + name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url)
    }
  }
}
