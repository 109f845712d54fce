import Platform
import Records
import SQLite

/// An output for bytes, a complete file or standard output, which throws the store's errors.
package struct OutputFile {
  private let path: Text
  private let file: WholeFile?

  package static var standardOutput: OutputFile { OutputFile() }

  private init() { (path, file) = ("standard output", nil) }

  /// - Throws: `alreadyExists` if the path exists and must not be replaced, or `cannotOpen`.
  package init(_ path: Text, replaces: Bool, isPrivate: Bool = false) throws(StoreError) {
    self.path = path
    do throws(SystemError) {
      file = try WholeFile(path.bytes, replaces: replaces, isPrivate: isPrivate)
    } catch {
      throw Self.failure(path, error)
    }
  }

  var temporaryPath: String { String(decoding: file?.temporaryPath ?? [], as: UTF8.self) }

  /// - Parameter waits: Whether to wait for the reader of a full pipe.
  package func write(
    _ bytes: some Collection<UInt8>, waits: Bool = true, isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) {
    if isCancelled() { throw .interrupted }
    do throws(SystemError) {
      try DescriptorBytes.writeAll(bytes, to: file?.descriptor ?? CommandWorld.current.output.descriptor) {
        !waits || isCancelled()
      }
    } catch {
      throw isCancelled() ? .interrupted : .cannotWrite(path: path.string, errno: error.number)
    }
  }

  /// Gives the file its name before it is complete.
  package func appear() throws(StoreError) { try end { () throws(SystemError) in try file?.appear() } }

  /// - Throws: `alreadyExists` if another file got the name meanwhile, or `cannotWrite`.
  package func finish() throws(StoreError) { try end { () throws(SystemError) in try file?.finish() } }

  package func discard() { file?.discard() }

  private func end(_ end: () throws(SystemError) -> Void) throws(StoreError) {
    do throws(SystemError) {
      try end()
    } catch {
      let path = path.string
      throw error.number == EEXIST
        ? .alreadyExists(path: path) : .cannotWrite(path: path, errno: error.number)
    }
  }

  private static func failure(_ path: Text, _ error: SystemError) -> StoreError {
    switch error.number {
    case EEXIST: .alreadyExists(path: path.string)
    case ENOENT: .cannotOpen(path: path.string, reason: .folderMissing)
    case EISDIR: .cannotOpen(path: path.string, reason: .directory)
    case ENXIO: .cannotOpen(path: path.string, reason: .unreadPipe)
    default: FileAccess.failure(path.string, error.number)
    }
  }
}
