import Cells
import Queries
import Records

package protocol TextLine: Sendable {
  /// The columns, for copies and exports; empty for a line that is only shown, such as a heading.
  var texts: [String] { get }
  var values: [Value] { get }
  var searched: [String] { get }
  /// A find also shows the less indented lines that a match belongs to.
  var depth: Int { get }
  var isSelectable: Bool { get }
  func note(isNarrow: Bool) -> String
}

extension TextLine {
  package var values: [Value] { texts.map { .text(Text($0)) } }
  package var searched: [String] { texts }
  package var depth: Int { 0 }
  package var isSelectable: Bool { true }
  package func note(isNarrow: Bool) -> String { texts.dropFirst().first ?? "" }
}

/// Lines with a selected one, of which a find shows those that match.
package struct LineList<Line: TextLine>: Sendable {
  package private(set) var all: [Line]
  package private(set) var words = ""
  package private(set) var prompt: Prompt?
  /// `top` is the first visible line, or row if lines have several.
  package var selection = Selection()
  package private(set) var order: (column: Int, isDescending: Bool)?
  private var sorted: [Int]?
  private var places: [Int]?
  private var unread: ArraySlice<Int> = []
  private let isPart: Bool
  /// Whether the view has to follow the selection: a selected line of several rows can be out of sight.
  private var isMoved = false

  /// - Parameter words: The words that lines added later must match.
  package init(_ lines: [Line] = [], words: String = "", isPart: Bool = false) {
    (all, self.words, self.isPart) = (lines, words, isPart)
  }

  package var count: Int { places?.count ?? all.count }
  package var isNarrowed: Bool { count < all.count }
  package var shown: [Line] { places.map { $0.map { all[$0] } } ?? all }
  package var chosen: Line? { chosenPlace.map { all[$0] } }
  package var copied: [Line] { (chosen.map { [$0] } ?? read.shown).filter { !$0.texts.isEmpty } }
  package var read: LineList {
    var list = self
    while list.isUnread { list.findMore() }
    return list
  }

  package subscript(place: Int) -> Line { all[places?[place] ?? place] }

  // MARK: Keys

  /// Moves or finds; returns false for any other action.
  ///
  /// `starts` is as in `LinesScreen.starts(_:)`.
  package mutating func perform(_ action: Action, height: Int, starts: [Int]? = nil) -> Bool {
    switch action {
    case .find: prompt = Prompt(.find, words)
    case .edit(let edit) where prompt != nil: change { $0.apply(edit) }
    case .save where prompt != nil: prompt = nil
    case .cancel where isFinding, .dismiss where isFinding: endFind()
    // This find has no history.
    case .recall(let count): move(.move(-count), height, starts)
    case .move, .moveHalfPages, .first, .last: move(action, height, starts)
    default: return false
    }
    return true
  }

  private mutating func move(_ action: Action, _ height: Int, _ starts: [Int]?) {
    guard let starts else { return selection.perform(action, count: count, height: height) }
    let offset =
      switch action {
      case .move(let rows): rows
      case .moveHalfPages(let halves): halves * max(1, height / 2)
      default: action == .first ? -starts[count] : starts[count]
      }
    let selectable = (0..<count).filter { self[$0].isSelectable }
    let place = selectable.firstIndex(of: selection.place).map {
      selectable[max(0, min($0 + offset, selectable.count - 1))]
    }
    let reach = selection.top - abs(offset)..<selection.top + max(1, height) + abs(offset)
    if let place, place != selection.place, reach.contains(starts[place]) {
      selection.place = place
      if abs(offset) < starts[count] { return follow(height, starts) }
    }
    selection.top += offset
  }

  private mutating func follow(_ height: Int, _ starts: [Int]) {
    guard count > 0 else { return }
    let (start, end) = (starts[selection.place], starts[selection.place + 1])
    selection.top = chosen == nil ? start : min(start, max(selection.top, end - max(1, height)))
  }

  package var isFinding: Bool { prompt != nil || !words.isEmpty }

  package mutating func insert(_ text: String, isPaste: Bool) { change { $0.insert(text, isPaste: isPaste) } }

  private mutating func change(_ edit: (inout Prompt) -> Void) {
    guard var prompt else { return }
    edit(&prompt)
    let (place, before) = (chosenPlace, words)
    (self.prompt, words) = (prompt, prompt.line.text)
    guard !isPart else { return }
    // Lines that do not match some words do not match more of them.
    let isLonger = !before.isEmpty && words.hasPrefix(before) && !isUnread
    find(among: isLonger ? places : nil)
    selection = Selection(place: place.flatMap { place in shownPlace(of: place) } ?? 0)
    isMoved = true
  }

  private var chosenPlace: Int? {
    guard (0..<count).contains(selection.place), self[selection.place].isSelectable else { return nil }
    return places?[selection.place] ?? selection.place
  }

  private func shownPlace(of place: Int) -> Int? { places.map { $0.firstIndex(of: place) } ?? place }

  /// Shows all lines again; keeps the selected one, or selects the first match.
  package mutating func endFind() {
    let place = places.flatMap { places in chosenPlace ?? places.first { !all[$0].texts.isEmpty } }
    (prompt, words, places, unread) = (nil, "", sorted, [])
    guard let place else { return }
    (selection.place, isMoved) = (shownPlace(of: place) ?? 0, true)
  }

  private mutating func find(among known: [Int]? = nil) {
    unread = []
    guard !words.isEmpty, !isPart else { return places = sorted }
    (places, unread) = ([], (known ?? sorted ?? Array(all.indices))[...])
    findMore()
  }

  package var isUnread: Bool { !unread.isEmpty }

  /// Searches as many lines as a frame has time for.
  package mutating func findMore() {
    guard !unread.isEmpty else { return }
    var end = min(unread.startIndex + 2_048, unread.endIndex)
    // Lines stay with their parent.
    while end < unread.endIndex, all[unread[end]].depth > 0 { end += 1 }
    places = (places ?? []) + found(in: unread[..<end])
    unread = unread[end...]
  }

  private func found(in candidates: some BidirectionalCollection<Int>) -> [Int] {
    let matcher = Matcher(words)
    var (places, depth): ([Int], Int) = ([], 0)
    for place in candidates.reversed() {
      let line = all[place]
      guard line.depth < depth || matcher.matches(line.searched.map { Text($0) }) else { continue }
      places.append(place)
      depth = line.depth
    }
    return places.reversed()
  }

  // MARK: Order

  /// Sorts by the next column, after the last one not at all, or reverses the order; O(*n* log *n*).
  package mutating func sort(by action: Action, columns: Int) {
    let place = chosenPlace
    switch order {
    case let current? where action == .reverseOrder: order?.isDescending = !current.isDescending
    case let current?: order = current.column + 1 < columns ? (current.column + 1, false) : nil
    case nil: order = (0, action == .reverseOrder)
    }
    arrange()
    selection.place = place.flatMap { place in shownPlace(of: place) } ?? 0
  }

  package var canSort: Bool { all.count <= mostSorted }

  private mutating func arrange() {
    if !canSort { order = nil }
    sorted = order.map { order in
      let keys = all.map { LineKey($0.values.dropFirst(order.column).first ?? .null) }
      return all.indices.sorted { left, right in
        if keys[left] == keys[right] { return left < right }
        return (keys[left] < keys[right]) != order.isDescending
      }
    }
    find()
  }

  // MARK: Lines

  /// Replaces the lines; selects the first that satisfies the predicate, or keeps the place.
  package mutating func replace(_ lines: [Line], selecting isChosen: (Line) -> Bool = { _ in false }) {
    all = lines
    arrange()
    if let place = (0..<count).first(where: { isChosen(self[$0]) }) { selection.place = place }
    isMoved = true
    clamp()
  }

  package mutating func append(_ lines: some Collection<Line>) {
    let start = all.count
    all += lines
    guard sorted == nil else {
      let chosen = chosenPlace
      arrange()
      return selection.place = chosen.flatMap { shownPlace(of: $0) } ?? selection.place
    }
    guard let known = places else { return }
    if isUnread { unread += start..<all.count } else { places = known + found(in: start..<all.count) }
  }

  package mutating func removeAll(where isGone: (Line) -> Bool) {
    all.removeAll(where: isGone)
    arrange()
    clamp()
  }

  package mutating func select(where isChosen: (Line) -> Bool) {
    endFind()
    if let place = all.firstIndex(where: isChosen).flatMap({ shownPlace(of: $0) }) { selection.place = place }
  }

  package mutating func endOrder() {
    guard order != nil else { return }
    order = nil
    arrange()
  }

  private mutating func clamp() {
    selection.place = max(0, min(selection.place, count - 1))
    guard count > 0, !self[selection.place].isSelectable else { return }
    let (above, below) = (0..<selection.place, selection.place..<count)
    let place = below.first { self[$0].isSelectable } ?? above.last { self[$0].isSelectable }
    if let place { selection.place = place }
  }

  // MARK: Drawing

  /// Keeps the selected line in sight or, if lines have several rows, the view inside the lines.
  package mutating func settle(height: Int, starts: [Int]? = nil) {
    clamp()
    guard let starts else { return selection.follow(count: count, height: height) }
    if isMoved { follow(height, starts) }
    isMoved = false
    selection.top = max(0, min(selection.top, starts[count] - max(1, height)))
  }

  package func visible(in rows: Range<Int>, starts: [Int]? = nil) -> [(
    row: Int, line: Line, isSelected: Bool
  )] {
    var list = self
    list.settle(height: rows.count, starts: starts)
    let view = list.selection
    guard let starts else {
      return zip(rows, view.top..<max(view.top, count)).map { ($0, self[$1], $1 == view.place) }
    }
    return (0..<count).filter { starts[$0] < view.top + rows.count && view.top < starts[$0 + 1] }.map {
      (rows.lowerBound + starts[$0] - view.top, self[$0], $0 == view.place && self[$0].isSelectable)
    }
  }
}

/// A key must not wait for more lines to be sorted.
private let mostSorted = 10_000

/// Numbers come before texts, which are compared case-insensitively.
private struct LineKey: Comparable {
  private let number: Double
  private let text: String

  init(_ value: Value) {
    switch value {
    case .integer(let whole): (number, text) = (Double(whole), "")
    case .real(let real): (number, text) = (real, "")
    case .text(let words): (number, text) = (.infinity, words.string.lowercased())
    case .null, .blob: (number, text) = (-.infinity, "")
    }
  }

  static func < (left: LineKey, right: LineKey) -> Bool {
    (left.number, left.text) < (right.number, right.text)
  }
}
