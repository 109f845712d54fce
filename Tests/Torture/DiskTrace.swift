import CTorture
import Foundation
import SeededRandom

/// What was asked of the disk from a moment on, and what may be on it after a loss of power.
///
/// What was synced is there. Of all else anything may be: each write by itself, in whatever order, and the names in a folder up to
/// any of their changes.
struct DiskTrace {
  /// What the files in the folder held when it began, by their paths.
  private let initial: [String: [UInt8]]
  private let calls: [Call]

  fileprivate enum Call {
    case create(String)
    case delete(String)
    case change(String, Change)
    case sync(String)
    case syncFolder(String)
  }

  /// What becomes of a file's content.
  fileprivate enum Change {
    case write(Int, [UInt8])
    case truncate(Int)
  }

  var count: Int { calls.count }

  /// Begins to take down what is asked for files in a folder; answers what they hold.
  static func begin(in folder: String) throws -> [String: [UInt8]] {
    var initial: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let path = folder + "/" + name
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
        continue
      }
      initial[path] = Array(try Data(contentsOf: URL(filePath: path)))
    }
    power_begin(folder)
    return initial
  }

  /// Ends it.
  init(since initial: [String: [UInt8]]) {
    power_end()
    self.initial = initial
    calls = (0..<power_count()).map { Call(power_at($0)) }
  }

  /// Whether somebody had to wait for the disk.
  func hasSync(in range: Range<Int>) -> Bool {
    calls[range].contains { call in
      switch call {
      case .sync, .syncFolder: true
      default: false
      }
    }
  }

  /// What may be on the disk when the power goes after so many calls.
  func files(after count: Int, using generator: inout SeededGenerator) -> [String: [UInt8]] {
    var disk = Disk(initial)
    for call in calls[..<count] {
      switch call {
      case .create(let name): disk.create(name)
      case .delete(let name): disk.delete(name)
      case .change(let name, let change): disk.change(name, change)
      case .sync(let name): disk.sync(name)
      case .syncFolder(let folder): disk.syncFolder(folder)
      }
    }
    return disk.remains(using: &generator)
  }
}

extension DiskTrace.Call {
  fileprivate init(_ call: power_call) {
    let (name, offset) = (String(cString: call.name), Int(call.offset))
    switch Int(call.kind) {
    case POWER_CREATE: self = .create(name)
    case POWER_DELETE: self = .delete(name)
    case POWER_WRITE:
      self = .change(
        name, .write(offset, Array(UnsafeBufferPointer(start: call.bytes, count: Int(call.size)))))
    case POWER_TRUNCATE: self = .change(name, .truncate(offset))
    case POWER_SYNC: self = .sync(name)
    default: self = .syncFolder(name)
    }
  }
}

/// Files and names, as they are on a disk and as the system has them.
private struct Disk {
  private struct File {
    var content: [UInt8] = []
    /// What was not synced.
    var changes: [DiskTrace.Change] = []
  }

  private var files: [File] = []
  /// The files by their paths, as programs see them and as they are on the disk.
  private var (seen, synced): ([String: Int], [String: Int]) = ([:], [:])
  /// Changes of names that are not on the disk, in their order: a path and the file that it leads to, or none.
  private var renames: [(path: String, file: Int?)] = []

  init(_ initial: [String: [UInt8]]) {
    for (path, content) in initial {
      seen[path] = files.endIndex
      files.append(File(content: content))
    }
    synced = seen
  }

  mutating func create(_ path: String) {
    seen[path] = files.endIndex
    renames.append((path, files.endIndex))
    files.append(File())
  }

  mutating func delete(_ path: String) {
    guard seen.removeValue(forKey: path) != nil else { return }
    renames.append((path, nil))
  }

  mutating func change(_ path: String, _ change: DiskTrace.Change) {
    files[file(path)].changes.append(change)
  }

  mutating func sync(_ path: String) {
    let file = file(path)
    for change in files[file].changes { change.apply(to: &files[file].content) }
    files[file].changes = []
  }

  mutating func syncFolder(_ folder: String) {
    for rename in renames where Self.folder(of: rename.path) == folder { synced[rename.path] = rename.file }
    renames.removeAll { Self.folder(of: $0.path) == folder }
  }

  /// The file at a path; one that was made past SQLite is made now.
  private mutating func file(_ path: String) -> Int {
    if seen[path] == nil { create(path) }
    return seen[path] ?? 0
  }

  private static func folder(of path: String) -> Substring {
    path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
  }

  /// What is left, of what was not synced nothing, everything or some.
  func remains(using generator: inout SeededGenerator) -> [String: [UInt8]] {
    let share: Double = [0, 1, 0.5, 0.9].randomElement(using: &generator) ?? 0
    var names = synced
    let count = Int.random(in: 0...renames.count, using: &generator)
    for rename in renames.prefix(share == 1 ? renames.count : share == 0 ? 0 : count) {
      names[rename.path] = rename.file
    }
    return names.mapValues { number in
      var content = files[number].content
      for change in files[number].changes where Double.random(in: 0..<1, using: &generator) < share {
        change.apply(to: &content)
      }
      return content
    }
  }
}

extension DiskTrace.Change {
  /// Makes the change; what lies between the end and a write beyond it is zero.
  fileprivate func apply(to content: inout [UInt8]) {
    switch self {
    case .truncate(let size): content.resize(to: size)
    case .write(let offset, let bytes):
      content.resize(to: max(content.count, offset + bytes.count))
      content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func resize(to size: Int) {
    if size < count {
      removeLast(count - size)
    } else {
      append(contentsOf: repeatElement(0, count: size - count))
    }
  }
}
