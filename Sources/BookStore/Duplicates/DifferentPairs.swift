import EditLog
import Platform
import Queries
import Records
import SQLite

/// The pairs of rows that the person has marked as different, in a file beside the edit log.
///
/// Each line is a hash of the values of both rows, so once one of them has changed, the pair is offered again. A leading
/// hyphen takes a mark back.
struct DifferentPairs: Sendable {
  private let path: String

  private static let byteLimit = 16 << 20

  init(ofDatabase path: String, in folder: String) {
    let log = FileAccess.realPath(of: path).map {
      EditLogFile(ofRealPath: $0, in: folder, identity: nil).path
    }
    self.path = (log ?? folder + "/unknown") + ".different"
  }

  private func read() -> Set<UInt64> {
    let bytes = (try? DescriptorBytes.readAll(path, upTo: Self.byteLimit, waits: false)) ?? []
    var pairs: Set<UInt64> = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let isTakenBack = line.first == UInt8(ascii: "-")
      let digits = String(decoding: isTakenBack ? line.dropFirst() : line, as: UTF8.self)
      guard let hash = UInt64(digits, radix: 16) else { continue }
      if isTakenBack { pairs.remove(hash) } else { pairs.insert(hash) }
    }
    return pairs
  }

  func removed(
    from found: [DuplicatePair], _ digest: (Int64) throws(StoreError) -> UInt64?
  ) throws(StoreError) -> [DuplicatePair] {
    let pairs = read()
    if pairs.isEmpty { return found }
    var digests: [Int64: UInt64] = [:]
    func known(_ place: Int64) throws(StoreError) -> UInt64? {
      if let digest = digests[place] { return digest }
      digests[place] = try digest(place)
      return digests[place]
    }
    var kept: [DuplicatePair] = []
    for pair in found {
      guard let first = try known(pair.first), let second = try known(pair.second) else { continue }
      if !pairs.contains(Self.hash(first, second)) { kept.append(pair) }
    }
    return kept
  }

  private static func hash(_ first: UInt64, _ second: UInt64) -> UInt64 {
    [min(first, second), max(first, second)].reduce(MatchHash.basis) { hash, digest in
      withUnsafeBytes(of: digest.littleEndian) { $0.reduce(hash, MatchHash.next) }
    }
  }

  func forgetAll() throws(SystemError) {
    if unlink(path) != 0, errno != ENOENT { throw SystemError(path: path) }
  }

  func note(_ digests: [UInt64], areDifferent: Bool) throws(SystemError) {
    let sign = areDifferent ? "" : "-"
    var text = ""
    for (place, first) in digests.enumerated() {
      for second in digests[(place + 1)...] {
        text += sign + String(Self.hash(first, second), radix: 16) + "\n"
      }
    }
    try Folder.make(Folder.containing(path))
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemError(path: path) }
    defer { close(descriptor) }
    try DescriptorBytes.writeAll(text.utf8, to: descriptor) { true }
  }
}
