enum GitFailure {
  private typealias Meaning = @Sendable (_ place: String, _ detail: String) -> SyncError

  /// Phrases of git, ssh and the system in lower case, and their meanings; the first match counts.
  private static let signs: [(words: [String], meaning: Meaning)] = [
    (["no space left on device", "disk quota exceeded"], { place, _ in .diskFull(place: place) }),
    (["file too large", "maximum allowed size", "over limit"], { place, _ in .tooLarge(name: place) }),
    (
      ["mismatched algorithms", "object format", "objectformat", "hash algorithm"],
      { place, _ in .otherHash(place: place) }
    ),
    (
      [
        "could not read username", "could not read password", "terminal prompts disabled",
        "authentication failed", "permission denied (",
      ], { place, _ in .passwordAsked(place: place) }
    ),
    (["host key verification failed"], { place, _ in .unknownHost(place: place) }),
    (["cannot run ssh", "ssh: not found"], { _, _ in .noSSH }),
    (
      [
        "permission denied", "insufficient permission", "read-only file system", "dubious ownership",
        "error: 403", "not permitted",
      ], { place, detail in .noPermission(place: place, detail: detail) }
    ),
    (
      [
        "does not appear to be a git repository", "not a git repository", "repository not found",
        "' not found",
      ], { place, _ in .noRepository(place: place) }
    ),
    (["remote rejected"], { place, detail in .rejected(place: place, detail: detail) }),
    (["[rejected]"], { place, _ in .otherHead(place: place) }),
    (
      [
        "corrupt", "fsck error", "error in object", "bad object", "did not receive expected object",
        "did not send all necessary objects", "inflate", "unresolved delta", "not a valid object",
        "unable to read", "bad tree", "pack has", "pack is", "cannot lock ref", "bad line length",
      ], { place, detail in .damagedRepository(place: place, detail: detail) }
    ),
  ]

  /// - Parameter place: The place that git talked to; nil if only this machine's repository took part.
  static func error(_ output: [UInt8], place: String?, repository: String) -> SyncError {
    let text = String(decoding: output, as: UTF8.self)
    let (plain, detail) = (text.lowercased(), detail(of: text))
    if let sign = signs.first(where: { $0.words.contains(where: plain.contains) }) {
      return sign.meaning(place ?? repository, detail)
    }
    if let place { return .unreachable(place: place, detail: detail) }
    return .damagedRepository(place: repository, detail: detail)
  }

  /// The most telling line, without control characters, which a foreign server could use against the terminal.
  private static func detail(of text: String) -> String {
    let lines = text.split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }.map { line in
      String(
        String.UnicodeScalarView(
          line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
    for sign in ["remote: ", "remote rejected", "ssh: ", "fatal: ", "error: "] {
      if let line = lines.first(where: { $0.contains(sign) }) { return String(line.prefix(200)) }
    }
    return String((lines.last ?? "git has failed").prefix(200))
  }
}
