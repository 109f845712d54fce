/// The set of characters that one position of a pattern matches.
struct PatternSet: Hashable, Sendable {
  enum Class: String, CaseIterable {
    case alnum, alpha, blank, cntrl, digit, graph, lower, print, punct, space, upper, xdigit
  }

  private(set) var ranges: [ClosedRange<UInt32>] = []
  private(set) var classes: Set<Class> = []
  var isInverted = false
  /// Folded texts have no uppercase.
  let isFolded: Bool

  init(isFolded: Bool) { self.isFolded = isFolded }

  static func any(isFolded: Bool) -> PatternSet {
    var set = PatternSet(isFolded: isFolded)
    set.isInverted = true
    return set
  }

  init(_ scalar: Unicode.Scalar, isFolded: Bool) {
    self.isFolded = isFolded
    ranges = [scalar.value...scalar.value]
  }

  mutating func insert(_ named: Class) { classes.insert(named) }

  mutating func insert(_ range: ClosedRange<UInt32>) {
    guard isFolded else { return ranges.append(range) }
    let common = UInt32(FoldedScalar.common.count)
    if range.upperBound >= common { ranges.append(max(range.lowerBound, common)...range.upperBound) }
    guard range.lowerBound < common else { return }
    for value in range.lowerBound...min(range.upperBound, common - 1) {
      for scalar in FoldedScalar.common[Int(value)].scalars { insertFolded(scalar.value) }
    }
  }

  private mutating func insertFolded(_ value: UInt32) {
    if let last = ranges.last, last.contains(value) { return }
    if let last = ranges.last, last.upperBound + 1 == value {
      ranges[ranges.count - 1] = last.lowerBound...value
    } else {
      ranges.append(value...value)
    }
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isIn =
      ranges.contains { $0.contains(scalar.value) }
      || classes.contains { Self.has(scalar, $0, isFolded: isFolded) }
    return isIn != isInverted
  }

  private static func has(_ scalar: Unicode.Scalar, _ named: Class, isFolded: Bool) -> Bool {
    let properties = scalar.properties
    switch named {
    case .alpha: return properties.isAlphabetic
    case .alnum: return properties.isAlphabetic || properties.numericType != nil
    case .digit: return ("0"..."9").contains(scalar)
    case .xdigit: return scalar.isASCII && properties.isASCIIHexDigit
    case .lower: return properties.isLowercase || isFolded && properties.isUppercase
    case .upper: return properties.isUppercase || isFolded && properties.isLowercase
    case .space: return properties.isWhitespace
    case .blank: return scalar == "\t" || properties.generalCategory == .spaceSeparator
    case .cntrl: return properties.generalCategory == .control
    case .punct: return isPunctuation(properties.generalCategory)
    case .graph: return !properties.isWhitespace && properties.generalCategory != .control
    case .print: return scalar == " " || has(scalar, .graph, isFolded: isFolded)
    }
  }

  private static func isPunctuation(_ category: Unicode.GeneralCategory) -> Bool {
    switch category {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }
}
