import Platform
import Records
import SQLite

/// Values that are too large for a file of changes, such as covers: each is a file of its own, which is carried once, however often
/// the value is sent.
struct LargeValues {
  /// The folder of those that this machine has sent, and of those that have arrived.
  let (own, arrived): (String, String)

  /// From how many bytes on a value is large.
  static let leastByteCount = 1 << 16

  // MARK: Sending

  /// A change as a file of changes has it; its large values are in files of their own from then on.
  func sent(_ operation: RowOperation) throws(SyncError) -> RowOperation {
    operation.contains(Self.isLarge) ? try operation.mapped(sent) : operation
  }

  private static func isLarge(_ value: Value) -> Bool {
    switch value {
    case .null, .integer, .real: false
    case .text(let text): text.bytes.count >= leastByteCount
    case .blob(let bytes): bytes.count >= leastByteCount || LargeValueName.isMarked(bytes)
    }
  }

  private func sent(_ value: Value) throws(SyncError) -> Value {
    guard Self.isLarge(value), let bytes = value.bytes, let name = LargeValueName(of: value) else {
      return value
    }
    let path = "\(own)/\(name.text)"
    if access(path, F_OK) == 0 { return name.standIn }
    do throws(SystemError) {
      let file = try WholeFile(path, replaces: true, isPrivate: true)
      try DescriptorBytes.writeAll(bytes, to: file.descriptor)
      try file.finish()
    } catch { throw .file(path: path, error) }
    return name.standIn
  }

  /// The names of the files of this machine.
  var ownNames: [String] {
    ((try? Folder.names(in: own)) ?? []).filter { $0.hasSuffix(LargeValueName.suffix) }.sorted()
  }

  // MARK: Taking

  /// Where a value goes that arrives.
  func arrivedPath(of name: LargeValueName) -> String { "\(arrived)/\(name.text)" }

  /// The value; nil if it is not here.
  func value(_ name: LargeValueName) -> Value? {
    for folder in [own, arrived] {
      if let bytes = try? DescriptorBytes.readAll("\(folder)/\(name.text)"), let value = name.value(bytes) {
        return value
      }
    }
    return nil
  }

  /// Removes what has arrived, once everything is taken that it belongs to.
  func removeArrived() {
    for name in (try? Folder.names(in: arrived)) ?? [] where name.hasSuffix(LargeValueName.suffix) {
      unlink("\(arrived)/\(name)")
    }
  }
}
