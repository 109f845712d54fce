import Records
import SQLite
import Tables

/// Where statements of the person's own are run: any thread may open a connection for them.
public struct StatementSource: Sendable {
  let path: String
  let options: ConnectionOptions
  let arrangements: [String: FieldArrangement]

  /// Opens a connection beside the store's own.
  ///
  /// - Parameter isUnwanted: Whether nobody wants the result any more; then a statement ends as `interrupted`.
  /// - Throws: As for a store.
  public func open(isUnwanted: @escaping @Sendable () -> Bool) throws(StoreError) -> StatementReader {
    var options = options
    // What the statement costs is part of its result.
    let log = StatementLog()
    (log.isOn, options.log) = (true, log)
    let connection = try Connection(path: path, options: options)
    connection.stop(if: isUnwanted)
    return StatementReader(connection, log: log)
  }

  /// How the database declares its tables and views.
  ///
  /// - Throws: Why the schema cannot be read.
  public func declarations(
    isUnwanted: @escaping @Sendable () -> Bool
  ) throws(StoreError) -> [TableDeclaration] {
    let connection = try Connection(path: path, options: options)
    connection.stop(if: isUnwanted)
    return try DeclarationReader(connection, arrangements: arrangements).all()
  }
}
