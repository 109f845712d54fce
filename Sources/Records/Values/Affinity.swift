/// What SQLite makes of a value that is stored in a column, by the column's declared type (datatype3.html, 3).
public enum Affinity: Hashable, Sendable, CaseIterable {
  /// Numbers become texts.
  case text
  /// Texts that look like numbers become numbers, whole ones integers.
  case numeric
  /// As `numeric`; only a cast tells them apart.
  case integer
  /// As `numeric`, but integers become reals.
  case real
  /// Every value is kept as it is; a column without a declared type has this one.
  case blob
  /// As `real`, of an R-tree, which keeps coordinates with 32 bits.
  case coordinate
  /// As `integer`, of an R-tree of whole numbers, which keeps them with 32 bits.
  case wholeCoordinate

  /// Finds the affinity of a declared type by SQLite's rules (datatype3.html, 3.1), whose order matters.
  public init(declaredType: String) {
    // SQLite takes the case of ASCII letters alone for the same.
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

  /// What a column of this affinity has if it is a coordinate of an R-tree.
  public var ofCoordinate: Affinity {
    switch self {
    case .real: .coordinate
    case .integer: .wholeCoordinate
    default: self
    }
  }
}

extension Value {
  /// Whether a column with an affinity may hold the given value after this one was written to it.
  public func isHeld(as held: Value, in affinity: Affinity) -> Bool {
    self == held || stored(in: affinity) == held || isRounded(to: held, in: affinity)
  }

  /// Whether SQLite may keep a number with fewer digits than it was given.
  private func isRounded(to held: Value, in affinity: Affinity) -> Bool {
    switch (affinity, held, self) {
    case (.text, .text(let text), .real(let number)):
      // It writes 15 digits.
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

  /// The number that an R-tree takes this value for.
  private var coordinate: Double {
    switch stored(in: .real) {
    case .real(let number): number
    default: 0
    }
  }

  /// Whether somebody else has set a field, to another value than this one, which was set here.
  ///
  /// - Parameters:
  ///   - affinity: The affinity of the column.
  ///   - theirs: What the database holds now.
  ///   - original: What it held when the field was set here.
  public func isInConflict(with theirs: Value, since original: Value, in affinity: Affinity) -> Bool {
    !original.isHeld(as: theirs, in: affinity) && !isHeld(as: theirs, in: affinity)
  }
}
