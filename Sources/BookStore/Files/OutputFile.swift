import Platform
import Records
import SQLite

/// Where bytes are written to: a whole file, or standard output.
///
/// Its errors are the store's, and name it.
package struct OutputFile {
  private let path: Text
  /// Nil is standard output.
  private let file: WholeFile?

  /// Standard output, which is written to as it is.
  package static var standardOutput: OutputFile { OutputFile() }

  private init() { (path, file) = ("standard output", nil) }

  /// Begins a file.
  ///
  /// - Throws: `alreadyExists` if there is something that is not to be replaced, or `cannotOpen`.
  package init(_ path: Text, replaces: Bool, isPrivate: Bool = false) throws(StoreError) {
    self.path = path
    do throws(SystemError) {
      file = try WholeFile(path.bytes, replaces: replaces, isPrivate: isPrivate)
    } catch {
      throw Self.failure(path, error)
    }
  }

  /// The path of the file until it gets its name.
  package var temporaryPath: String { String(decoding: file?.temporaryPath ?? [], as: UTF8.self) }

  /// Appends bytes.
  ///
  /// - Parameters:
  ///   - waits: Whether the reader of a pipe that is full is waited for.
  ///   - isCancelled: Whether nobody wants the file any more, which is also asked during that wait.
  /// - Throws: `interrupted`, or `cannotWrite`.
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

  /// Gives the file its name before it is whole.
  ///
  /// - Throws: As `finish()`.
  package func appear() throws(StoreError) { try end { () throws(SystemError) in try file?.appear() } }

  /// Gives the file its name.
  ///
  /// - Throws: `alreadyExists` if another file got it meanwhile, or `cannotWrite`.
  package func finish() throws(StoreError) { try end { () throws(SystemError) in try file?.finish() } }

  /// Removes what there is, for when the process ends before the last reference goes.
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

  /// Why a file cannot be begun.
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
