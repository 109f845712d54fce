/// Some of the modes, as bits.
///
/// The table of keys is made before the first screen can be drawn, and a hash table of modes would take longer to make.
public struct ModeSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt32 = 0

  /// The modes of a sequence.
  init(_ modes: some Sequence<Mode>) {
    for mode in modes { bits |= Self.bit(of: mode) }
  }

  /// The modes of a literal.
  public init(arrayLiteral modes: Mode...) {
    self.init(modes)
  }

  /// Whether a mode is among them.
  ///
  /// - Complexity: O(1).
  public func contains(_ mode: Mode) -> Bool { bits & Self.bit(of: mode) != 0 }

  /// The modes themselves, in the order of `Mode`.
  public var members: [Mode] { Mode.allCases.filter(contains) }

  func union(_ other: ModeSet) -> ModeSet { ModeSet(bits: bits | other.bits) }

  func subtracting(_ other: ModeSet) -> ModeSet { ModeSet(bits: bits & ~other.bits) }

  private init(bits: UInt32) {
    self.bits = bits
  }

  private static func bit(of mode: Mode) -> UInt32 { 1 << UInt32(mode.index) }
}

extension Mode {
  /// The place among all modes.
  fileprivate var index: UInt8 {
    switch self {
    case .tables: 0
    case .list: 1
    case .listEditing: 2
    case .find: 3
    case .jump: 4
    case .letter: 5
    case .menu: 6
    case .detail: 7
    case .detailEditing: 8
    case .draft: 9
    case .text: 10
    case .longText: 11
    case .dateText: 12
    case .datePart: 13
    case .alert: 14
    case .help: 15
    case .files: 16
    case .filePath: 17
    case .inspector: 18
    case .history: 19
    case .conflicts: 20
    }
  }
}
