import Foundation

/// A device that takes everything, for tests of what writes to files.
public enum NullDevice {
  /// Makes one in a folder of the test's own: root could replace the system's, if the program were wrong.
  ///
  /// - Returns: Its path; the system's own for a person who cannot make any and cannot replace that, or nil.
  public static func make(in folder: String) -> String? {
    let (path, systems) = (folder + "/null", "/dev/null")
    var status = stat()
    guard stat(systems, &status) == 0 else { return nil }
    guard geteuid() == 0 else { return systems }
    guard mknod(path, S_IFCHR | 0o666, status.st_rdev) == 0 else { return nil }
    let file = open(path, O_WRONLY | O_CLOEXEC)
    defer { if file >= 0 { close(file) } }
    return file >= 0 ? path : nil
  }
}
