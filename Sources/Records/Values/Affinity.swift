/// The affinity with which SQLite converts values stored in a column (datatype3.html, 3).
public enum Affinity: Hashable, Sendable, CaseIterable {
  case text
  /// Whole numbers become integers.
  case numeric
  /// Like `numeric`; only a cast shows the difference.
  case integer
  /// Like `numeric`, but integers become reals.
  case real
  /// Values are kept as they are; the affinity without a declared type.
  case blob
  /// Like `real`, for an R-tree, which has 32 bits.
  case coordinate
  /// Like `integer`, for an R-tree of integers, which has 32 bits.
  case wholeCoordinate

  /// Finds the affinity of a declared type by SQLite's rules (datatype3.html, 3.1), whose order matters.
  public init(declaredType: String) {
    // SQLite ignores the case of ASCII letters only.
    let type = declaredType.utf8.map { (97...122).contains($0) ? $0 - 32 : $0 }
    func names(_ parts: String...) -> Bool {
      parts.contains { part in
        type.indices.contains { type[$0...].starts(with: part.utf8) }
      }
    }
    if names("INT") {
      self = .integer
    } else if names("CHAR", "CLOB", "TEXT") {
      self = .text
    } else if type.isEmpty || names("BLOB") {
      self = .blob
    } else if names("REAL", "FLOA", "DOUB") {
      self = .real
    } else {
      self = .numeric
    }
  }

  /// The affinity of an R-tree coordinate whose column has this affinity.
  public var ofCoordinate: Affinity {
    switch self {
    case .real: .coordinate
    case .integer: .wholeCoordinate
    default: self
    }
  }
}

extension Value {
  /// Whether a column may hold `held` after this value was written to it.
  public func isHeld(as held: Value, in affinity: Affinity) -> Bool {
    self == held || stored(in: affinity) == held || isRounded(to: held, in: affinity)
  }

  private func isRounded(to held: Value, in affinity: Affinity) -> Bool {
    switch (affinity, held, self) {
    case (.text, .text(let text), .real(let number)):
      // SQLite writes 15 digits.
      return Double(decimal: text.string).map { abs($0 - number) <= abs(number) * 1e-14 } ?? false
    case (.coordinate, .real(let kept), _):
      // Lower bounds are rounded down and upper ones up, by up to two places (rtree.html, 2.2).
      let nearest = Float(coordinate)
      return kept == Double(Float(kept))
        && (Float(kept) == nearest || abs(Float(kept) - nearest) <= 2 * nearest.ulp)
    case (.wholeCoordinate, .integer(let kept), .integer(let number)):
      return kept == Int64(Int32(truncatingIfNeeded: number))
    case (.wholeCoordinate, .integer(let kept), _):
      return Double(kept) == coordinate.rounded(.towardZero)
    default: return false
    }
  }

  private var coordinate: Double {
    switch stored(in: .real) {
    case .real(let number): number
    default: 0
    }
  }

  /// Whether another program set the field to a value other than this one, which was set here.
  ///
  /// - Parameter original: The database's value when the field was set here.
  public func isInConflict(with theirs: Value, since original: Value, in affinity: Affinity) -> Bool {
    !original.isHeld(as: theirs, in: affinity) && !isHeld(as: theirs, in: affinity)
  }
}
