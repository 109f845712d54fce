/// How a screen responds to a value offered by the screen above.
package enum Acceptance: Sendable {
  case refused(Message)
  case waits([Effect])
  /// The screen above is popped.
  case taken(Outcome)
  case done(Outcome)
}
