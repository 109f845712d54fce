import BookStore
import Formats
import Platform
import Records

/// One export of a library's rows, through a store of its own that changes nothing.
///
/// It may run on any thread.
public struct FileExport: Sendable {
  /// The library's path.
  public var path: String
  /// How the library is opened; whatever is said there, it is only read.
  public var storeOptions: StoreOptions
  /// The table; nil for the initial one.
  public var table: TableID?
  /// Which rows, and how.
  public var options = ExportOptions()
  /// The file that they go to; nil is standard output.
  public var output: String?
  /// Whether a file that is there is replaced.
  public var replaces = false

  /// Makes an export.
  public init(from path: String, storeOptions: StoreOptions) {
    (self.path, self.storeOptions) = (path, storeOptions)
    (self.storeOptions.isReadOnly, self.storeOptions.editLog) = (true, nil)
  }

  /// How an export ended.
  public enum End: Sendable {
    /// So many rows of the table were written, but for what the format has no place for.
    case written(Int, Schema, ExportLosses)
    /// Whoever read the rows wants no more.
    case unread
  }

  /// Opens the library, to ask for its fields before the rows are written.
  public func open() throws(StoreError) -> BookStore { try BookStore(path: path, options: storeOptions) }

  /// Writes the rows.
  ///
  /// - Parameter isCancelled: Whether the export is to end; then there is no file.
  /// - Throws: `alreadyExists` if the file is there and is not to be replaced, `interrupted`, `full`, or why the rows cannot be
  ///   read or written.
  public func run(of store: BookStore, isCancelled: @escaping () -> Bool) throws(StoreError) -> End {
    let exporter = try Exporter(of: store, table: table, options: options)
    let schema = try table.map { table throws(StoreError) in try store.schema(of: table) } ?? store.schema
    guard let output else {
      var isUnread = false
      do throws(StoreError) {
        let count = try exporter.run { bytes throws(StoreError) in
          isUnread = try !Self.write(bytes, to: STDOUT_FILENO, isCancelled)
          if isUnread { throw .interrupted }
        }
        return .written(count, schema, exporter.losses)
      } catch {
        if isUnread { return .unread }
        throw error
      }
    }
    let file = try OutputFile(output, replaces: replaces)
    do throws(StoreError) {
      let count = try exporter.run { bytes throws(StoreError) in
        _ = try Self.write(bytes, to: file.descriptor, isCancelled)
      }
      try file.finish()
      return .written(count, schema, exporter.losses)
    } catch {
      file.discard()
      throw error
    }
  }

  /// Writes bytes; false if nobody reads them any more.
  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ isCancelled: () -> Bool
  ) throws(StoreError) -> Bool {
    if isCancelled() { throw .interrupted }
    do throws(SystemError) {
      try DescriptorBytes.writeAll(bytes, to: descriptor)
      return true
    } catch {
      if error.number == EPIPE { return false }
      throw error.number == ENOSPC
        ? .full : .cannotOpen(path: "the output", reason: .system(errno: error.number))
    }
  }
}
