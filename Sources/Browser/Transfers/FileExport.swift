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
  ///
  /// What is not wanted any more ends without a file.
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
    self.storeOptions.isReadOnly = true
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
  /// - Throws: `alreadyExists` if the file is there and is not to be replaced, `cannotOpen` if it is one of the store's own,
  ///   `interrupted`, `cannotWrite`, or why the rows cannot be read.
  public func run(of store: BookStore) throws(StoreError) -> End {
    let exporter = try Exporter(of: store, table: table, options: options)
    let schema = try table.map { table throws(StoreError) in try store.schema(of: table) } ?? store.schema
    let file = try outputFile(beside: store)
    do throws(StoreError) {
      let count = try exporter.run { bytes throws(StoreError) in
        try file.write(bytes) { store.options.isUnwanted?() ?? false }
      }
      try file.finish()
      return .written(count, schema, exporter.losses)
    } catch {
      if case .cannotWrite(_, EPIPE) = error { return .unread }
      throw error
    }
  }

  private func outputFile(beside store: BookStore) throws(StoreError) -> OutputFile {
    guard let output else { return .standardOutput }
    return try store.files.output(to: Text(output), replaces: replaces)
  }
}
