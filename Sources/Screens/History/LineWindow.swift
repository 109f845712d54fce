/// The lines that a screen holds of a list too long to be held, of which it asks for more when its choice comes near to
/// the end of them.
struct LineWindow<Line: NumberedLine>: Hashable, Sendable {
  /// The lines, from the first.
  private(set) var lines: [Line]
  /// How many are asked for at once.
  let partSize: Int
  /// Whether there may be lines above the first, or below the last.
  private var (hasAbove, hasBelow): (Bool, Bool)

  /// Begins at the top of the list.
  init(_ lines: [Line], partSize: Int) {
    (self.lines, self.partSize) = (lines, partSize)
    (hasAbove, hasBelow) = (false, lines.count >= partSize)
  }

  /// How many are held.
  var limit: Int { 3 * partSize }

  /// What a part that was asked for does to the lines that are held.
  enum Change: Equatable {
    /// The first line, or the last one, of the whole list is now the first or the last of those that are held.
    case isAtTop, isAtBottom
    /// So many lines came above, or went where that is negative.
    case moved(by: Int)
  }

  /// Takes in lines that were asked for, unless the window has moved on.
  mutating func receive(_ part: LinePart, _ new: [Line]) -> Change {
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
    case .above, .below, .upTo: break
    }
    return .moved(by: 0)
  }

  /// The part to read when the line at a place is chosen: lines less than two screens away that are missing.
  func wanted(near place: Int, rows: Int) -> LinePart? {
    // What is dropped at the other end is never what is shown.
    let rows = min(rows, partSize / 2)
    if hasBelow, place + 2 * rows >= lines.count, let last = lines.last { return .below(last.number) }
    if hasAbove, place < 2 * rows, let first = lines.first { return .above(first.number) }
    return nil
  }

  /// What to ask for to come to the top of the whole list, or nil if its first line is held.
  var wantedTop: LinePart? { hasAbove ? .first : nil }

  /// What to ask for to come to the end of the whole list, or nil if its last line is held.
  var wantedBottom: LinePart? { hasBelow ? .last : nil }

  /// What to ask for to have the same lines as they are now, and how many at most.
  var again: (part: LinePart, limit: Int) {
    guard let last = lines.last else { return (.first, partSize) }
    return (.upTo(last.number), limit)
  }
}

/// A line with a number of its own; the numbers decrease from the top down.
public protocol NumberedLine: Hashable, Sendable {
  /// The number.
  var number: Int64 { get }
}
