/// What a write-back in the background has to say to the store's own thread.
enum WriteBackNews: Sendable {
  /// There is another slice to be done.
  case goOn
  /// The data version of the connection that writes, if it could be read.
  case looked(Int64?)
  /// It has been written, or could not be.
  case written(WriteBackOutcome)
}
