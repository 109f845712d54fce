import Foundation

/// Where the repository's files are that tests read.
package enum Repository {
  /// The folder of the package.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the sample databases.
  package static let fixtures = root.appending(path: "Fixtures")

  /// What a file of the repository says.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
