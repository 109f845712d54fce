import Foundation
import TestSupport

/// A folder that nobody may write in while the program runs.
struct ReadOnlyFolder {
  let url: URL

  /// Root may write in every folder but one that is mounted to be read only, which is done in a name space of its own.
  private static let mount = [
    "unshare", "-m", "sh", "-c",
    #"mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && ! touch "$0/x" 2>/dev/null && exec "$@""#,
  ]

  /// Whether there is a way to have such a folder.
  static let canBeMade: Bool = {
    guard geteuid() == 0 else { return true }
    guard let folder = try? TemporaryFolder() else { return false }
    return (try? Command.run(mount + [folder.url.path, "true"])) != nil
  }()

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  func run(_ arguments: String...) throws -> Command.Outcome {
    if geteuid() == 0 { return try Command.outcome(of: Self.mount + [url.path, Program.path] + arguments) }
    chmod(url.path, 0o500)
    defer { chmod(url.path, 0o700) }
    return try Command.outcome(of: [Program.path] + arguments)
  }
}
