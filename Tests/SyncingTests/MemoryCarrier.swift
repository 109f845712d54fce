import Platform
import Synchronization
import Syncing

/// Files in memory, for programs that simulate a sync.
final class MemoryCarrier: Carrier, Sendable {
  private let files = Mutex<[String: [UInt8]]>([:])

  init() {}

  /// The bytes of a file, to damage, duplicate or lose them; nil if there is no such file.
  subscript(name: String) -> [UInt8]? {
    get { files.withLock { $0[name] } }
    set { files.withLock { $0[name] = newValue } }
  }

  func list() throws(SyncError) -> [String] { files.withLock { $0.keys.sorted() } }

  func get(_ name: String, to path: String) throws(SyncError) {
    guard let bytes = self[name] else {
      throw .unreachable(place: "memory", detail: SystemError(ENOENT).reason)
    }
    do throws(SystemError) {
      let file = try WholeFile(path, replaces: true, isPrivate: true)
      try DescriptorBytes.writeAll(bytes, to: file.descriptor)
      try file.finish(syncs: false)
    } catch { throw .file(path: path, error) }
  }

  func put(_ path: String, as name: String) throws(SyncError) {
    do throws(SystemError) {
      let bytes = try DescriptorBytes.readAll(path)
      files.withLock { if $0[name] == nil { $0[name] = bytes } }
    } catch { throw .file(path: path, error) }
  }
}
