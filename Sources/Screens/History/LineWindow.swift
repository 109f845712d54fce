/// The part of a long list that a screen holds; the screen requests more near its ends.
package struct LineWindow<Line: NumberedLine>: Hashable, Sendable {
  package private(set) var lines: [Line]
  package let partSize: Int
  private var (hasAbove, hasBelow): (Bool, Bool)

  package init(_ lines: [Line], partSize: Int) {
    (self.lines, self.partSize) = (lines, partSize)
    (hasAbove, hasBelow) = (false, lines.count >= partSize)
  }

  package var limit: Int { 3 * partSize }

  package enum Change: Equatable {
    case isAtTop, isAtBottom
    /// All lines were replaced; select this place.
    case isAt(Int)
    /// This many lines were added at the top, or removed if negative.
    case moved(by: Int)
  }

  package mutating func receive(_ part: LinePart, _ new: [Line]) -> Change {
    let isWhole = new.count < partSize
    switch part {
    case .first:
      (lines, hasAbove, hasBelow) = (new, false, !isWhole)
      return .isAtTop
    case .last:
      (lines, hasAbove, hasBelow) = (new, !isWhole, false)
      return .isAtBottom
    case .below(let number) where number == lines.last?.number:
      let surplus = max(0, lines.count + new.count - limit)
      lines = Array((lines + new).dropFirst(surplus))
      (hasAbove, hasBelow) = (hasAbove || surplus > 0, !isWhole)
      return .moved(by: -surplus)
    case .above(let number) where number == lines.first?.number:
      let surplus = max(0, lines.count + new.count - limit)
      lines = Array((new + lines).dropLast(surplus))
      (hasAbove, hasBelow) = (!isWhole, hasBelow || surplus > 0)
      return .moved(by: new.count)
    case .upTo(let number) where number == lines.last?.number:
      (lines, hasAbove) = (new, new.count == limit)
    case .around(let number):
      let place = new.lastIndex { $0.number >= number } ?? 0
      (lines, hasAbove, hasBelow) = (new, place + 1 >= partSize, new.count - place > partSize)
      return .isAt(place)
    case .above, .below, .upTo: break
    }
    return .moved(by: 0)
  }

  /// The part to read if fewer than two screens of lines are left beside the selection.
  package func wanted(near place: Int, rows: Int) -> LinePart? {
    // The lines dropped at the other end must not be visible.
    let rows = min(rows, partSize / 2)
    if hasBelow, place + 2 * rows >= lines.count, let last = lines.last { return .below(last.number) }
    if hasAbove, place < 2 * rows, let first = lines.first { return .above(first.number) }
    return nil
  }

  package var wantedTop: LinePart? { hasAbove ? .first : nil }
  package var wantedBottom: LinePart? { hasBelow ? .last : nil }

  package var again: (part: LinePart, limit: Int) {
    guard let last = lines.last else { return (.first, partSize) }
    return (.upTo(last.number), limit)
  }
}

/// A line with a number; numbers decrease from the top down.
package protocol NumberedLine: Hashable, Sendable {
  var number: Int64 { get }
}

/// The part of a long list to read.
public enum LinePart: Hashable, Sendable {
  case first
  case last
  case above(Int64)
  case below(Int64)
  /// This line and lines above it, replacing all lines held.
  case upTo(Int64)
  /// This line and lines on both sides, replacing all lines held.
  case around(Int64)

  /// Reads the part from a list.
  ///
  /// `before` reads smaller numbers, from the top if nil; `after` reads greater numbers, from the bottom if 0.
  package func read<Line, Failure: Error>(
    before: (Int64?) throws(Failure) -> [Line], after: (Int64) throws(Failure) -> [Line]
  ) throws(Failure) -> [Line] {
    switch self {
    case .first: try before(nil)
    case .below(let number): try before(number)
    case .last: try after(0)
    case .above(let number): try after(number)
    case .upTo(let number): try after(number - 1)
    case .around(let number): try after(number - 1) + before(number)
    }
  }
}
