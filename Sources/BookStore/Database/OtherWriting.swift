/// What another connection has done to the database.
public enum OtherWriting: Hashable, Sendable {
  /// Nothing.
  case nothing
  /// Rows may have changed.
  case rows
  /// Tables may have changed; they are as they were when the database was opened until it is opened anew.
  case schema
  /// Anything, in a database that is only read and that nobody had open before; it shows when it is opened anew.
  case everything
}
