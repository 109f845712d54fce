/// A set of modes, as bits: hash tables of modes would delay the first screen, which needs the key table.
public struct ModeSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt64 = 0

  init(_ modes: some Sequence<Mode>) {
    for mode in modes { bits |= Self.bit(of: mode) }
  }

  /// The modes of a literal.
  public init(arrayLiteral modes: Mode...) { self.init(modes) }

  /// Whether the set contains a mode; O(1).
  public func contains(_ mode: Mode) -> Bool { bits & Self.bit(of: mode) != 0 }

  /// The set's modes, in the order of `Mode`.
  public var members: [Mode] { Mode.allCases.filter(contains) }

  func union(_ other: ModeSet) -> ModeSet { ModeSet(bits: bits | other.bits) }

  func subtracting(_ other: ModeSet) -> ModeSet { ModeSet(bits: bits & ~other.bits) }

  private init(bits: UInt64) { self.bits = bits }

  private static func bit(of mode: Mode) -> UInt64 { 1 << UInt64(mode.rawValue) }
}
