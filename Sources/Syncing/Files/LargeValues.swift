import Platform
import Records

/// Values too large for a file of changes, such as covers; each is a separate file, carried only once.
struct LargeValues {
  let (own, arrived): (String, String)

  /// The size in bytes from which a value is large.
  static let leastByteCount = 1 << 16

  // MARK: Sending

  /// Moves the large values of a change to separate files, whose names it adds, and returns the change with stand-ins.
  func sent(_ operation: RowOperation, noting names: inout Set<String>) throws(SyncError) -> RowOperation {
    guard operation.contains(where: Self.isLarge) else { return operation }
    return try operation.mapped { value throws(SyncError) in try sent(value, noting: &names) }
  }

  private static func isLarge(_ value: Value) -> Bool {
    switch value {
    case .null, .integer, .real: false
    case .text(let text): text.bytes.count >= leastByteCount
    case .blob(let bytes): bytes.count >= leastByteCount || LargeValueName.isMarked(bytes)
    }
  }

  private func sent(_ value: Value, noting names: inout Set<String>) throws(SyncError) -> Value {
    guard Self.isLarge(value), let bytes = value.bytes, let name = LargeValueName(of: value) else {
      return value
    }
    names.insert(name.text)
    let path = "\(own)/\(name.text)"
    if access(path, F_OK) == 0 { return name.standIn }
    do throws(SystemError) {
      let file = try WholeFile(path, replaces: true, isPrivate: true)
      try DescriptorBytes.writeAll(bytes, to: file.descriptor)
      try file.finish()
    } catch { throw .file(path: path, error) }
    return name.standIn
  }

  /// Removes this machine's files that no file of changes needs, such as those of a dry run.
  func removeOwn(except names: Set<String>) { Self.remove(from: own, except: names) }

  private static func remove(from folder: String, except names: Set<String> = []) {
    for name in (try? Folder.names(in: folder)) ?? []
    where name.hasSuffix(LargeValueName.suffix) && !names.contains(name) {
      unlink("\(folder)/\(name)")
    }
  }

  // MARK: Taking

  func arrivedPath(of name: LargeValueName) -> String { "\(arrived)/\(name.text)" }

  func value(_ name: LargeValueName) -> Value? {
    for folder in [own, arrived] {
      if let bytes = try? DescriptorBytes.readAll("\(folder)/\(name.text)"), let value = name.value(bytes) {
        return value
      }
    }
    return nil
  }

  /// Removes arrived values, once all files that refer to them are taken.
  func removeArrived() { Self.remove(from: arrived) }
}
