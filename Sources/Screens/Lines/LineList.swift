import Cells
import Queries
import Records

/// A line of columns of text.
package protocol TextLine: Sendable {
  /// The texts of the columns, which copies and exports take.
  var texts: [String] { get }
  /// The texts in which a find looks for words; by default, those of the columns.
  var searched: [String] { get }
  /// How far it is indented. A find shows the lines above it that it belongs to as well.
  var depth: Int { get }
}

extension TextLine {
  package var searched: [String] { texts }
  package var depth: Int { 0 }
}

/// Lines with a selected one, of which those are shown that have the words typed.
package struct LineList<Line: TextLine>: Sendable {
  /// All lines.
  package private(set) var all: [Line]
  /// The words that the shown lines have; empty if all are shown.
  package private(set) var words = ""
  /// The prompt in which the words are typed, while they are.
  package private(set) var prompt: Prompt?
  /// The selected line, and the first visible one.
  package var selection = Selection()
  /// The places of the shown lines; nil if all are shown.
  private var places: [Int]?
  /// Whether these are only a part of the lines, so that whoever reads them has to find the words.
  private let isPart: Bool

  package init(_ lines: [Line] = [], isPart: Bool = false) { (all, self.isPart) = (lines, isPart) }

  /// The number of shown lines.
  package var count: Int { places?.count ?? all.count }
  /// Whether words hide lines.
  package var isNarrowed: Bool { count < all.count }
  /// The shown lines.
  package var shown: [Line] { places.map { $0.map { all[$0] } } ?? all }
  /// The selected line; nil if there is none.
  package var chosen: Line? { (0..<count).contains(selection.place) ? self[selection.place] : nil }

  /// The shown line at a place.
  package subscript(place: Int) -> Line { all[places?[place] ?? place] }

  // MARK: Keys

  /// Moves, and finds; returns false for every other action.
  ///
  /// - Parameter height: How many lines are visible.
  package mutating func perform(_ action: Action, height: Int) -> Bool {
    switch action {
    case .find: prompt = Prompt(.find, words)
    case .edit(let edit) where prompt != nil: change { $0.apply(edit) }
    case .save where prompt != nil: prompt = nil
    case .cancel where isFinding, .dismiss where isFinding: endFind()
    // This find has no history.
    case .recall(let count): selection.perform(.move(-count), count: self.count, height: height)
    case .move, .moveHalfPages, .first, .last:
      selection.perform(action, count: count, height: height)
    default: return false
    }
    return true
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
    let isLonger = !before.isEmpty && words.hasPrefix(before)
    find(among: isLonger ? places : nil)
    selection = Selection(place: place.flatMap { place in shownPlace(of: place) } ?? 0)
  }

  /// The place of the selected line among all; nil if there is none.
  private var chosenPlace: Int? {
    (0..<count).contains(selection.place) ? places?[selection.place] ?? selection.place : nil
  }

  /// The place among the shown lines of one of all; nil if it is not shown.
  private func shownPlace(of place: Int) -> Int? { places.map { $0.firstIndex(of: place) } ?? place }

  /// Shows all lines again, and keeps the selected one.
  package mutating func endFind() {
    let place = places == nil ? nil : chosenPlace
    (prompt, words, places) = (nil, "", nil)
    if let place { selection.place = place }
  }

  private mutating func find(among known: [Int]? = nil) {
    guard !words.isEmpty, !isPart else { return places = nil }
    places = known.map(found) ?? found(in: all.indices)
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

  // MARK: Lines

  /// Replaces the lines, and selects the first one that something holds for; without one, the selected place stays.
  package mutating func replace(_ lines: [Line], selecting isChosen: (Line) -> Bool = { _ in false }) {
    all = lines
    find()
    if let place = (0..<count).first(where: { isChosen(self[$0]) }) { selection.place = place }
    clamp()
  }

  /// Adds lines at the end.
  package mutating func append(_ lines: some Collection<Line>) {
    let start = all.count
    all += lines
    guard let known = places else { return }
    places = known + found(in: start..<all.count)
  }

  /// Removes lines.
  package mutating func removeAll(where isGone: (Line) -> Bool) {
    all.removeAll(where: isGone)
    find()
    clamp()
  }

  /// Selects the first line that something holds for, after all are shown.
  package mutating func select(where isChosen: (Line) -> Bool) {
    endFind()
    if let place = all.firstIndex(where: isChosen) { selection.place = place }
  }

  private mutating func clamp() { selection.place = max(0, min(selection.place, count - 1)) }

  // MARK: Drawing

  /// Keeps the selected line visible.
  package mutating func settle(height: Int) {
    clamp()
    selection.follow(count: count, height: height)
  }

  /// The visible lines with their rows of the screen.
  package func visible(in rows: Range<Int>) -> [(row: Int, line: Line, isSelected: Bool)] {
    var view = selection
    view.follow(count: count, height: rows.count)
    return zip(rows, view.top..<max(view.top, count)).map { ($0, self[$1], $1 == view.place) }
  }
}
