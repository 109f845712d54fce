import BookStore
import Platform

/// An export of a library's rows, on any thread, through its own read-only store.
public struct FileExport: Sendable {
  /// The path of the library.
  public var path: String
  /// How to open the library, always read-only; a cancelled export leaves no file.
  public var storeOptions: StoreOptions
  /// The table; nil for the initial one.
  public var table: TableID?
  /// Which rows to export, and how.
  public var options = ExportOptions()
  /// The output file; nil is standard output.
  public var output: String?
  /// Whether an existing file is replaced.
  public var replaces = false

  /// Creates an export.
  public init(from path: String, storeOptions: StoreOptions) {
    (self.path, self.storeOptions) = (path, storeOptions)
    self.storeOptions.isReadOnly = true
  }

  /// How an export ended.
  public enum End: Sendable {
    case written(Int, Schema, ExportLosses)
    /// The reader of the rows has closed its end.
    case unread
  }

  /// Opens the library, so that its fields are known before rows are written.
  public func open() throws(StoreError) -> BookStore { try BookStore(path: path, options: storeOptions) }

  /// Writes the rows.
  ///
  /// - Throws: `alreadyExists`, `cannotOpen` if the file belongs to the store, `interrupted`, `cannotWrite`, or a reading error.
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
