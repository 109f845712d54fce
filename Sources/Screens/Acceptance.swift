/// What a screen makes of a value that the screen above offers.
enum Acceptance: Sendable {
  /// It is not taken, for this reason; the screen above stays.
  case refused(Message)
  /// It is asked for first; the screen above stays until the answer is there.
  case waits([Effect])
  /// It is taken, and the screen above goes.
  case taken(Outcome)
  /// It is taken, and both screens go.
  case done(Outcome)
}
