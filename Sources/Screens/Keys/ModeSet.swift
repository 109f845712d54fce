/// A set of modes, as bits.
///
/// The key table is built before the first screen is drawn, and hash tables of modes would take longer to build.
public struct ModeSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt64 = 0

  /// The modes of a sequence.
  init(_ modes: some Sequence<Mode>) {
    for mode in modes { bits |= Self.bit(of: mode) }
  }

  /// The modes of a literal.
  public init(arrayLiteral modes: Mode...) { self.init(modes) }

  /// Whether it contains a mode.
  ///
  /// - Complexity: O(1).
  public func contains(_ mode: Mode) -> Bool { bits & Self.bit(of: mode) != 0 }

  /// The modes in it, in the order of `Mode`.
  public var members: [Mode] { Mode.allCases.filter(contains) }

  func union(_ other: ModeSet) -> ModeSet { ModeSet(bits: bits | other.bits) }

  func subtracting(_ other: ModeSet) -> ModeSet { ModeSet(bits: bits & ~other.bits) }

  private init(bits: UInt64) { self.bits = bits }

  private static func bit(of mode: Mode) -> UInt64 { 1 << UInt64(mode.rawValue) }
}
