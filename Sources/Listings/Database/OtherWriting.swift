/// A change that another connection has made to the database.
public enum OtherWriting: Hashable, Sendable {
  case nothing
  /// Unknown, because another connection holds a lock; the next call finds out.
  case locked
  case rows
  /// Tables may have changed; the store keeps its schema until the database is opened again.
  case schema
  /// Anything may have changed in a read-only database that no other program had open; the changes show once the database is
  /// opened again.
  case everything
}
