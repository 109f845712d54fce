/// Where warnings that memory is short are to come from.
public enum PressureSource: Hashable, Sendable {
  /// From nowhere.
  case off
  /// From the service manager if it names a place in the environment, else from the kernel, else from nowhere.
  case automatic
  /// From a pressure file of the kernel, a FIFO, a socket, or a file that somebody keeps in the form of a pressure file.
  case file(String)

  /// Makes a source of what people write: `off`, `auto` or a path.
  public init(_ text: String) {
    switch text {
    case "off": self = .off
    case "auto": self = .automatic
    default: self = .file(text)
    }
  }
}
