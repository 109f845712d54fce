/// An event that the program must handle.
public enum Event: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Never treated as keys, whatever the text holds.
  case paste(String)
  case refused(InputRefusal)
  case resized(Size)
  case signal(Signal)
  /// The process was continued after a stop, or another program wrote over the screen.
  case continued
  case closed
  case woken
}
