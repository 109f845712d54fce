/// The colours of a picture's cell; the look of a text cell follows from its role alone.
///
/// Packed into one number because two frames are compared on every key.
public struct Ink: Hashable, Sendable {
  /// 26 bits of foreground from the lowest bit, 26 of background, then the reversed flag.
  private let bits: UInt64

  /// The colour of the glyph, or nil for the terminal's default.
  public var foreground: Color? {
    get { Color(bits: bits & Color.mask) }
    set { self = Ink(foreground: newValue, background: background, isReversed: isReversed) }
  }
  /// The colour behind the glyph, or nil for the terminal's default.
  public var background: Color? {
    get { Color(bits: bits >> Color.width & Color.mask) }
    set { self = Ink(foreground: foreground, background: newValue, isReversed: isReversed) }
  }
  /// Whether foreground and background are swapped.
  public var isReversed: Bool {
    get { bits >> (2 * Color.width) != 0 }
    set { self = Ink(foreground: foreground, background: background, isReversed: newValue) }
  }

  /// A colour as SGR sequences name it (ECMA-48, 8.3.117; ISO/IEC 8613-6).
  public enum Color: Hashable, Sendable {
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)

    fileprivate static let width = 26 as UInt64
    fileprivate static let mask = (1 << width) - 1 as UInt64

    fileprivate init?(bits: UInt64) {
      func byte(_ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> place) }
      switch bits >> 24 {
      case 1: self = .palette(byte(0))
      case 2: self = .rgb(byte(16), byte(8), byte(0))
      default: return nil
      }
    }

    fileprivate var bits: UInt64 {
      switch self {
      case .palette(let number): 1 << 24 | UInt64(number)
      case .rgb(let red, let green, let blue): 2 << 24 | UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue)
      }
    }
  }

  /// Creates an ink; by default, it has the terminal's own colours.
  public init(foreground: Color? = nil, background: Color? = nil, isReversed: Bool = false) {
    bits =
      (foreground?.bits ?? 0) | (background?.bits ?? 0) << Color.width
      | (isReversed ? 1 << (2 * Color.width) : 0)
  }

  // MARK: - Select Graphic Rendition

  /// Takes only colours and reverse video; ignores private sequences, whose parameters are not just numbers.
  mutating func apply(sgr parameters: [UInt8]) {
    let separators = [UInt8(ascii: ";"), UInt8(ascii: ":")]
    var numbers: [Int] = []
    for part in parameters.split(omittingEmptySubsequences: false, whereSeparator: separators.contains) {
      guard part.count <= 4, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
      numbers.append(part.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }
    apply(numbers[...])
  }

  private mutating func apply(_ numbers: ArraySlice<Int>) {
    var rest = numbers
    while let number = rest.popFirst() {
      switch number {
      case 0: self = Ink()
      case 7: isReversed = true
      case 27: isReversed = false
      case 30...37: foreground = .palette(UInt8(number - 30))
      case 40...47: background = .palette(UInt8(number - 40))
      case 90...97: foreground = .palette(UInt8(number - 82))
      case 100...107: background = .palette(UInt8(number - 92))
      case 39: foreground = nil
      case 49: background = nil
      case 38: if let color = Self.color(&rest) { foreground = color }
      case 48: if let color = Self.color(&rest) { background = color }
      default: break
      }
    }
  }

  /// Takes the colour after 38 or 48; if there is none, returns nil and leaves `rest` empty.
  private static func color(_ rest: inout ArraySlice<Int>) -> Color? {
    let kind = rest.popFirst()
    let count = kind == 5 ? 1 : kind == 2 ? 3 : 0
    let parts = rest.prefix(count).compactMap { UInt8(exactly: $0) }
    guard count > 0, parts.count == count else {
      rest = []
      return nil
    }
    rest = rest.dropFirst(count)
    return count == 1 ? .palette(parts[0]) : .rgb(parts[0], parts[1], parts[2])
  }
}
