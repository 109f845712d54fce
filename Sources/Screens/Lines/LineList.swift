import Cells
import Queries
import Records

/// A line of columns of text.
package protocol TextLine: Sendable {
  /// The texts of the columns, which copies and exports take; empty for a line that is only shown, such as a heading.
  var texts: [String] { get }
  /// The same as values, by which the lines are sorted and which exports write; by default, those texts.
  var values: [Value] { get }
  /// The texts in which a find looks for words; by default, those of the columns.
  var searched: [String] { get }
  /// How far it is indented. A find shows the lines above it that it belongs to as well.
  var depth: Int { get }
  /// Whether it can be selected.
  var isSelectable: Bool { get }
  /// What stands at the end of its row; by default, the second text.
  func note(isNarrow: Bool) -> String
}

extension TextLine {
  package var values: [Value] { texts.map { .text(Text($0)) } }
  package var searched: [String] { texts }
  package var depth: Int { 0 }
  package var isSelectable: Bool { true }
  package func note(isNarrow: Bool) -> String { texts.dropFirst().first ?? "" }
}

/// Lines with a selected one, of which those are shown that have the words typed.
package struct LineList<Line: TextLine>: Sendable {
  /// All lines.
  package private(set) var all: [Line]
  /// The words that the shown lines have; empty if all are shown.
  package private(set) var words = ""
  /// The prompt in which the words are typed, while they are.
  package private(set) var prompt: Prompt?
  /// The selected line, and the first visible one, or the first visible row where lines have several.
  package var selection = Selection()
  /// The column that the lines are sorted by, and whether downwards; nil if they stand as they came.
  package private(set) var order: (column: Int, isDescending: Bool)?
  /// The places of all lines in that order.
  private var sorted: [Int]?
  /// The places of the shown lines; nil if all are shown as they came.
  private var places: [Int]?
  /// The places of lines in which the words have not been looked for.
  private var unread: ArraySlice<Int> = []
  /// Whether these are only a part of the lines, so that whoever reads them has to find the words.
  private let isPart: Bool
  /// Whether the view has to follow the selection, which can be out of sight where lines have several rows.
  private var isMoved = false

  /// - Parameter words: The words that lines must have which come later.
  package init(_ lines: [Line] = [], words: String = "", isPart: Bool = false) {
    (all, self.words, self.isPart) = (lines, words, isPart)
  }

  /// The number of shown lines.
  package var count: Int { places?.count ?? all.count }
  /// Whether words hide lines.
  package var isNarrowed: Bool { count < all.count }
  /// The shown lines.
  package var shown: [Line] { places.map { $0.map { all[$0] } } ?? all }
  /// The selected line; nil if there is none.
  package var chosen: Line? { chosenPlace.map { all[$0] } }
  /// The lines that are copied: the selected one, or all that are shown.
  package var copied: [Line] { (chosen.map { [$0] } ?? read.shown).filter { !$0.texts.isEmpty } }
  /// The same lines once the words have been looked for in all of them.
  package var read: LineList {
    var list = self
    while list.isUnread { list.findMore() }
    return list
  }

  /// The shown line at a place.
  package subscript(place: Int) -> Line { all[places?[place] ?? place] }

  // MARK: Keys

  /// Moves, and finds; returns false for every other action.
  ///
  /// - Parameters:
  ///   - height: How many rows are visible.
  ///   - starts: The first row of each shown line, and the number of rows; nil if each line has one.
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

  /// Moves; where lines have several rows, to a line that is in sight, or just out of it, and otherwise it scrolls.
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

  /// Scrolls to the selected line; where none can be selected, to the one that was found.
  private mutating func follow(_ height: Int, _ starts: [Int]) {
    guard count > 0 else { return }
    let (start, end) = (starts[selection.place], starts[selection.place + 1])
    selection.top = chosen == nil ? start : min(start, max(selection.top, end - max(1, height)))
  }

  /// Whether words are typed, or hide lines.
  package var isFinding: Bool { prompt != nil || !words.isEmpty }

  /// Takes typed or pasted text.
  package mutating func insert(_ text: String, isPaste: Bool) { change { $0.insert(text, isPaste: isPaste) } }

  private mutating func change(_ edit: (inout Prompt) -> Void) {
    guard var prompt else { return }
    edit(&prompt)
    let (place, before) = (chosenPlace, words)
    (self.prompt, words) = (prompt, prompt.line.text)
    guard !isPart else { return }
    // A line without these words has no more of them either.
    let isLonger = !before.isEmpty && words.hasPrefix(before) && !isUnread
    find(among: isLonger ? places : nil)
    selection = Selection(place: place.flatMap { place in shownPlace(of: place) } ?? 0)
    isMoved = true
  }

  /// The place of the selected line among all; nil if there is none.
  private var chosenPlace: Int? {
    guard (0..<count).contains(selection.place), self[selection.place].isSelectable else { return nil }
    return places?[selection.place] ?? selection.place
  }

  /// The place among the shown lines of one of all; nil if it is not shown.
  private func shownPlace(of place: Int) -> Int? { places.map { $0.firstIndex(of: place) } ?? place }

  /// Shows all lines again, and keeps the selected one, or goes to the first one that was found.
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

  /// Whether there are lines in which the words have not been looked for.
  package var isUnread: Bool { !unread.isEmpty }

  /// Looks for the words in the next lines; so many take less than a frame.
  package mutating func findMore() {
    guard !unread.isEmpty else { return }
    var end = min(unread.startIndex + 2_048, unread.endIndex)
    // Lines stay with the one that they belong to.
    while end < unread.endIndex, all[unread[end]].depth > 0 { end += 1 }
    places = (places ?? []) + found(in: unread[..<end])
    unread = unread[end...]
  }

  /// The places of the lines that have the words, and of the lines that they belong to.
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

  /// Sorts by the next column, or turns the order round; after the last column, the lines stand as they came.
  ///
  /// - Complexity: O(*n* log *n*) in all lines.
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

  /// Whether there are no more lines than are sorted while a key waits.
  package var canSort: Bool { all.count <= mostSorted }

  /// Puts all lines into order, unless they have become too many, and finds the words in them.
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

  /// Replaces the lines, and selects the first one that something holds for; without one, the selected place stays.
  package mutating func replace(_ lines: [Line], selecting isChosen: (Line) -> Bool = { _ in false }) {
    all = lines
    arrange()
    if let place = (0..<count).first(where: { isChosen(self[$0]) }) { selection.place = place }
    isMoved = true
    clamp()
  }

  /// Adds lines at the end.
  package mutating func append(_ lines: some Collection<Line>) {
    let start = all.count
    all += lines
    guard sorted == nil else {
      // The selected line stays selected wherever the others go.
      let chosen = chosenPlace
      arrange()
      return selection.place = chosen.flatMap { shownPlace(of: $0) } ?? selection.place
    }
    guard let known = places else { return }
    if isUnread { unread += start..<all.count } else { places = known + found(in: start..<all.count) }
  }

  /// Removes lines.
  package mutating func removeAll(where isGone: (Line) -> Bool) {
    all.removeAll(where: isGone)
    arrange()
    clamp()
  }

  /// Selects the first line that something holds for, after all are shown.
  package mutating func select(where isChosen: (Line) -> Bool) {
    endFind()
    if let place = all.firstIndex(where: isChosen).flatMap({ shownPlace(of: $0) }) { selection.place = place }
  }

  /// Lets the lines stand as they came.
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

  /// Keeps the selected line visible, or the view inside the lines where these have several rows.
  package mutating func settle(height: Int, starts: [Int]? = nil) {
    clamp()
    guard let starts else { return selection.follow(count: count, height: height) }
    if isMoved { follow(height, starts) }
    isMoved = false
    selection.top = max(0, min(selection.top, starts[count] - max(1, height)))
  }

  /// The visible lines, each with the row of the screen in which it starts.
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

/// More lines than this are not sorted, because a key would have to wait.
private let mostSorted = 10_000

/// What lines are sorted by: numbers come before texts, which are compared without their case.
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
