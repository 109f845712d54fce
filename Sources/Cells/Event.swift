/// What happened in the world that the program must answer.
public enum Event: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse was used.
  case mouse(MouseEvent)
  /// Text was pasted; it is never keys, whatever it holds.
  case paste(String)
  /// Something was typed or pasted that cannot be taken.
  case refused(InputRefusal)
  /// The terminal has a new size.
  case resized(Size)
  /// A signal arrived.
  case signal(Signal)
  /// The program runs again after it was stopped, or another program wrote over the screen.
  case continued
  /// The terminal is gone: nothing more can be read.
  case closed
  /// Another thread called `Waker.wake()`.
  case woken
}
