import Records

/// The names of machines, and which of them made a write: its name begins with a digest of the machine's.
struct MachineNames {
  private static let randomBits: UInt64 = 40
  private let shadow: Shadow

  init(_ shadow: Shadow) { self.shadow = shadow }

  var own: String? { get throws(SyncError) { try shadow.text("machine") } }

  /// Whether this machine made a write, perhaps under a former name.
  func isOwn(_ write: UInt64) throws(SyncError) -> Bool {
    try list("own").contains { Self.tag(of: $0) == write >> Self.randomBits }
  }

  /// The name of the machine that made a write; empty if unknown.
  func name(of write: UInt64) throws(SyncError) -> String {
    try list("machines").first { Self.tag(of: $0) == write >> Self.randomBits } ?? ""
  }

  var all: [String] { get throws(SyncError) { try list("machines") } }

  func note(_ names: some Sequence<String>) throws(SyncError) {
    try set("machines", Set(try list("machines")).union(names))
  }

  func take(_ name: String) throws(SyncError) {
    try shadow.set("machine", name)
    try set("own", Set(try list("own")).union([name]))
    try note([name])
  }

  func write(_ random: () -> UInt64) throws(SyncError) -> UInt64 {
    Self.tag(of: try own ?? "") << Self.randomBits | random() >> (64 - Self.randomBits) | 1
  }

  /// The name, with a number added if it is taken.
  static func free(_ name: String, _ taken: some Collection<String>) -> String {
    var (free, number) = (name, 1)
    while taken.contains(free) {
      number += 1
      free = "\(name)-\(number)"
    }
    return free
  }

  private static func tag(of name: String) -> UInt64 {
    // Never 0, which is the name of births.
    RowName(digestOf: Array(name.utf8)).bytes.prefix(3).reduce(0) { $0 << 8 | UInt64($1) } | 1
  }

  private func list(_ name: String) throws(SyncError) -> [String] {
    (try shadow.text(name) ?? "").split(separator: "\n").map(String.init)
  }

  private func set(_ name: String, _ names: Set<String>) throws(SyncError) {
    try shadow.set(name, names.sorted().joined(separator: "\n"))
  }
}
