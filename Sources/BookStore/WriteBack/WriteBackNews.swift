/// What a write-back in the background reports to the store's own thread.
enum WriteBackNews: Sendable {
  /// There is another slice to do.
  case sliceLeft
  /// The data version of the connection that writes, if it could be read.
  case version(Int64?)
  /// The plan has been written, or could not be.
  case written(WriteBackOutcome)
}
