/// The part of a long list that a screen holds; more is requested when the selection comes near either end.
package struct LineWindow<Line: NumberedLine>: Hashable, Sendable {
  package private(set) var lines: [Line]
  package let partSize: Int
  /// Whether there may be lines above the first one, or below the last one.
  private var (hasAbove, hasBelow): (Bool, Bool)

  package init(_ lines: [Line], partSize: Int) {
    (self.lines, self.partSize) = (lines, partSize)
    (hasAbove, hasBelow) = (false, lines.count >= partSize)
  }

  package var limit: Int { 3 * partSize }

  package enum Change: Equatable {
    /// The first or the last line held is now that of the whole list.
    case isAtTop, isAtBottom
    /// The lines were replaced; this place is to be selected.
    case isAt(Int)
    /// This many lines were inserted at the top, or removed if negative.
    case moved(by: Int)
  }

  /// Takes the requested lines, unless the window has moved on.
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

  /// The part to read when the line at a place is selected: missing lines less than two screens away.
  package func wanted(near place: Int, rows: Int) -> LinePart? {
    // The lines dropped at the other end are never visible.
    let rows = min(rows, partSize / 2)
    if hasBelow, place + 2 * rows >= lines.count, let last = lines.last { return .below(last.number) }
    if hasAbove, place < 2 * rows, let first = lines.first { return .above(first.number) }
    return nil
  }

  /// Nil if the first line of the whole list is held.
  package var wantedTop: LinePart? { hasAbove ? .first : nil }

  /// Nil if the last line of the whole list is held.
  package var wantedBottom: LinePart? { hasBelow ? .last : nil }

  /// The part to request to read the same lines again, and their maximum number.
  package var again: (part: LinePart, limit: Int) {
    guard let last = lines.last else { return (.first, partSize) }
    return (.upTo(last.number), limit)
  }
}

/// A numbered line; the numbers decrease from the top down.
public protocol NumberedLine: Hashable, Sendable {
  var number: Int64 { get }
}
