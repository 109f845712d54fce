/// The name of a carried file: changes in a machine's series, or a snapshot.
package struct FileName: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case changes
    /// All rows, for machines that join.
    case snapshot
  }

  /// The machine that wrote the file: 16 hexadecimal digits.
  package let machine: String
  /// The number in the machine's series; for a snapshot, that of the last file before it, or 0.
  package let number: Int64
  package let kind: Kind

  package init(machine: String, number: Int64, kind: Kind = .changes) {
    (self.machine, self.number, self.kind) = (machine, number, kind)
  }

  /// Parses a name such as `0123456789abcdef-12.changes`; nil for other files.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[1])) else { return nil }
    let names = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard names.count == 2, names[0].utf8.count == 16, names[0].utf8.allSatisfy(Self.isDigit),
      let number = Int64(names[1]), number >= 0, String(number) == names[1]
    else { return nil }
    self.init(machine: String(names[0]), number: number, kind: kind)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) || (97...102).contains(byte) }

  package var text: String { "\(machine)-\(number).\(kind.rawValue)" }
}
