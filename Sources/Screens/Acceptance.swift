/// What a screen does with a value that the screen above offers.
package enum Acceptance: Sendable {
  /// The value is refused, for this reason; the screen above stays.
  case refused(Message)
  /// These effects have to run first; the screen above stays until their answer arrives.
  case waits([Effect])
  /// The value is taken, and the screen above is popped.
  case taken(Outcome)
  /// The value is taken, and both screens are popped.
  case done(Outcome)
}
