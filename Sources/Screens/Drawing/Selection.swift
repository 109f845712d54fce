/// A selected place and the first visible one.
package struct Selection: Hashable, Sendable {
  package var place = 0
  package var top = 0

  /// Moves the selection, scrolling no further than needed.
  package mutating func move(by offset: Int, count: Int, height: Int) {
    place = max(0, min(place + offset, count - 1))
    follow(count: count, height: height)
  }

  package mutating func moveHalfPages(_ halves: Int, count: Int, height: Int) {
    let offset = halves * max(1, height / 2)
    top += offset
    move(by: offset, count: count, height: height)
  }

  package mutating func perform(_ action: Action, count: Int, height: Int) {
    switch action {
    case .move(let offset): move(by: offset, count: count, height: height)
    case .moveHalfPages(let halves): moveHalfPages(halves, count: count, height: height)
    case .first: move(by: -place, count: count, height: height)
    case .last: move(by: count - place, count: count, height: height)
    default: break
    }
  }

  package mutating func shift(by offset: Int) {
    place = max(0, place + offset)
    top = max(0, top + offset)
  }

  /// Keeps the selection visible and the view inside the list; a distant selection is centred.
  package mutating func follow(count: Int, height: Int) {
    let height = max(1, height)
    if place < top - height || place >= top + 2 * height { top = place - height / 2 }
    top = max(place - height + 1, min(top, place))
    top = max(0, min(top, count - height))
  }
}
