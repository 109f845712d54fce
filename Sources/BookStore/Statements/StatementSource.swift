import Records
import SQLite
import Tables

/// Opens connections for the person's own statements, on any thread.
public struct StatementSource: Sendable {
  let path: String
  let options: ConnectionOptions
  let arrangements: [String: FieldArrangement]

  /// Opens a connection beside the store's own; once `isUnwanted` returns true, a statement fails as `interrupted`.
  public func open(isUnwanted: @escaping @Sendable () -> Bool) throws(StoreError) -> StatementReader {
    var options = options
    // The statement's cost is part of its result.
    let log = StatementLog()
    (log.isOn, options.log) = (true, log)
    let connection = try Connection(path: path, options: options)
    connection.stop(if: isUnwanted)
    return StatementReader(connection, log: log)
  }

  /// The declarations of the tables and views.
  public func declarations(
    isUnwanted: @escaping @Sendable () -> Bool
  ) throws(StoreError) -> [TableDeclaration] {
    let connection = try Connection(path: path, options: options)
    connection.stop(if: isUnwanted)
    return try DeclarationReader(connection, arrangements: arrangements).all()
  }
}
