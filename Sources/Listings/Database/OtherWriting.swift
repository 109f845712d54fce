/// A change that another connection has made to the database.
public enum OtherWriting: Hashable, Sendable {
  /// Nothing.
  case nothing
  /// Nobody can tell, because somebody has locked the database; the next call finds out.
  case locked
  /// Rows may have changed.
  case rows
  /// Tables may have changed; the store keeps using the schema that it read when it was opened, until the database is
  /// opened again.
  case schema
  /// Anything may have changed, in a read-only database that nobody had open before; the changes show once it is opened
  /// again.
  case everything
}
