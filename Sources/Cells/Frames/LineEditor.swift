/// A text being edited, with its cursor and the last killed text.
///
/// The cursor is always between grapheme clusters; a typed combining mark joins the cluster before it.
public struct LineEditor: Hashable, Sendable {
  /// The current text.
  public private(set) var text: String

  /// The text that the last kill removed; `yank` inserts it.
  public private(set) var killed = ""

  /// The cursor as a UTF-8 offset, which stays valid when the text changes.
  private var offset: Int

  /// Starts editing a text, with the cursor at its end.
  public init(_ text: String) {
    self.text = text
    self.text.makeContiguousUTF8()
    offset = self.text.utf8.count
  }

  /// The cursor as an index of `text`; O(1).
  public var cursorIndex: String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }

  /// The number of grapheme clusters before the cursor; O(n) in the text before the cursor.
  public var cursor: Int { text.distance(from: text.startIndex, to: cursorIndex) }

  /// Performs an action, or nothing if it does not apply; O(n) in the text's length.
  public mutating func apply(_ action: Action) {
    switch action {
    case .left: move(to: previous)
    case .right: move(to: next)
    case .wordLeft: move(to: wordStart(Self.isWord))
    case .wordRight: move(to: wordEnd)
    case .start: move(to: lineStart(at: cursorIndex))
    case .end: move(to: lineEnd(at: cursorIndex))
    case .textStart: move(to: text.startIndex)
    case .textEnd: move(to: text.endIndex)
    case .deleteBack: remove(previous..<cursorIndex)
    case .deleteForward: remove(cursorIndex..<next)
    case .killWordBack: kill(wordStart { !$0.properties.isWhitespace }..<cursorIndex)
    case .killToStart: kill(lineStart(at: cursorIndex)..<cursorIndex)
    case .killToEnd:
      let end = lineEnd(at: cursorIndex)
      kill(cursorIndex..<(end == cursorIndex ? next : end))
    case .yank: insert(killed)
    case .insert(let new): insert(new)
    }
  }

  /// Inserts a pasted text at the cursor as one line.
  ///
  /// Each newline (CR LF, CR, LF, U+0085, U+2028, U+2029) and tab becomes a space; other control characters are dropped.
  public mutating func insert(pasted: String) { insert(pasted, newline: " ", tab: " ") }

  package mutating func keepReady(_ text: String) { if killed.isEmpty { killed = text } }

  private var previous: String.Index {
    let place = cursorIndex
    return place == text.startIndex ? place : text.index(before: place)
  }

  private var next: String.Index {
    let place = cursorIndex
    return place == text.endIndex ? place : text.index(after: place)
  }

  /// Goes back by scalars, because a step back by a cluster may look at all text before it.
  private func wordStart(_ isWord: (Unicode.Scalar) -> Bool) -> String.Index {
    let head = text.unicodeScalars[..<cursorIndex]
    guard let last = head.lastIndex(where: isWord) else { return text.startIndex }
    guard let gap = head[..<last].lastIndex(where: { !isWord($0) }) else { return text.startIndex }
    return text.clusterStart(at: head.index(after: gap))
  }

  private var wordEnd: String.Index {
    let tail = text.unicodeScalars[cursorIndex...]
    guard let first = tail.firstIndex(where: Self.isWord) else { return text.endIndex }
    guard let gap = tail[first...].firstIndex(where: { !Self.isWord($0) }) else { return text.endIndex }
    let start = text.clusterStart(at: gap)
    return start == gap ? gap : text.index(after: start)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isAlphabetic || properties.numericType != nil { return true }
    return properties.generalCategory == .nonspacingMark || properties.generalCategory == .spacingMark
  }

  package mutating func move(to place: String.Index) {
    offset = text.utf8.distance(from: text.startIndex, to: place)
  }

  private mutating func insert(_ new: String) {
    text.insert(contentsOf: new, at: cursorIndex)
    offset += new.utf8.count
    leaveCluster()
  }

  private mutating func remove(_ range: Range<String.Index>) {
    guard !range.isEmpty else { return }
    move(to: range.lowerBound)
    text.removeSubrange(range)
    leaveCluster()
  }

  private mutating func kill(_ range: Range<String.Index>) {
    guard !range.isEmpty else { return }
    killed = String(text[range])
    remove(range)
  }

  /// Moves the cursor to the end of the cluster if a change has joined the text on both sides of it.
  private mutating func leaveCluster() {
    let place = cursorIndex
    guard place < text.endIndex else { return }
    if text.clusterStart(at: place) != place { move(to: text.index(after: place)) }
  }

  // MARK: - Actions

  /// An editing action, with Readline's name.
  public enum Action: Hashable, Sendable {
    case left
    case right
    case wordLeft
    case wordRight
    case start
    case end
    case textStart
    case textEnd
    case deleteBack
    case deleteForward
    case killWordBack
    case killToStart
    /// Kills to the end of the line; at its end, kills the line break.
    case killToEnd
    case yank
    case insert(String)
  }

  // MARK: - Several lines

  package func lineStart(at place: String.Index) -> String.Index {
    guard let end = text.utf8[..<place].lastIndex(of: 0x0A) else { return text.startIndex }
    return text.utf8.index(after: end)
  }

  package func lineEnd(at place: String.Index) -> String.Index {
    guard let end = text.utf8[place...].firstIndex(of: 0x0A) else { return text.endIndex }
    guard end > place else { return end }
    let before = text.utf8.index(before: end)
    return text.utf8[before] == 0x0D ? before : end
  }

  /// CR LF, CR, U+0085, U+2028 and U+2029 become LF; tabs stay, and other control characters are dropped.
  package mutating func insert(pastedLines pasted: String) { insert(pasted, newline: "\n", tab: "\t") }

  private mutating func insert(_ pasted: String, newline: Unicode.Scalar, tab: Unicode.Scalar) {
    var new = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in pasted.unicodeScalars {
      switch scalar.value {
      case 0x0A where afterReturn: break
      case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: new.append(newline)
      case 0x09: new.append(tab)
      case 0..<0x20, 0x7F..<0xA0: break
      default: new.append(scalar)
      }
      afterReturn = scalar == "\r"
    }
    insert(String(new))
  }

  // MARK: - Drawing

  /// Draws the part of the text around the cursor and shows the terminal's cursor there.
  ///
  /// A text that fits, with a column for the cursor after it, does not scroll. A longer text scrolls so that a quarter of the
  /// columns are ahead of the cursor; an ellipsis marks a cut start. The time does not depend on the text's length.
  public func draw(on frame: inout Frame, at position: Position, width: Int, role: Role) {
    guard frame.contains(position) else { return }
    let width = min(width, frame.size.columns - position.column)
    guard width > 0 else { return }
    let view = visible(columns: width)
    frame.fill(row: position.row, columns: position.column..<position.column + width, role: role)
    frame.put(view.glyphs, at: position, role: role)
    frame.cursor = Position(column: position.column + view.cursor, row: position.row)
  }

  /// Needs at least one column.
  func visible(columns: Int) -> (glyphs: [Glyph], cursor: Int) {
    let (start, before, isCut) = view(columns: columns)
    var run = GlyphRun()
    if isCut { run.append(TextWidth.ellipsis) }
    for character in text[start...] {
      let count = run.glyphs.count
      run.append(character)
      guard run.width <= columns else {
        run.cut(to: count)
        break
      }
    }
    return (run.glyphs, before)
  }

  /// The start of the visible part, the columns before the cursor, and whether an ellipsis comes first.
  private func view(columns: Int) -> (start: String.Index, before: Int, isCut: Bool) {
    let room = columns - columnsAhead(atMost: max(columns / 4, 1), of: columns)
    let (start, before) = TextWidth.tail(of: text[..<cursorIndex], columns: room)
    guard start > text.startIndex, room > 2 else { return (start, before, false) }
    let cut = TextWidth.tail(of: text[..<cursorIndex], columns: room - 1)
    return (cut.0, cut.1 + 1, true)
  }

  /// - Parameter range: UTF-8 offsets.
  package func columns(of range: Range<Int>, width: Int) -> Range<Int> {
    let (start, _, isCut) = view(columns: width)
    let first = isCut ? 1 : 0
    // Limits the work on long texts to little more than the visible part.
    let end = text.index(start, offsetBy: 4 * width, limitedBy: text.endIndex) ?? text.endIndex
    func column(_ offset: Int) -> Int {
      let place = text.utf8.index(text.startIndex, offsetBy: min(offset, text.utf8.count))
      return place <= start ? first : min(width, first + TextWidth.width(of: text[start..<min(place, end)]))
    }
    let lower = column(range.lowerBound)
    return lower..<max(lower, column(range.upperBound))
  }

  /// The columns to keep after the cursor: the cluster under it if that fits, and up to a limit more.
  private func columnsAhead(atMost limit: Int, of columns: Int) -> Int {
    var width = 0
    for character in text[cursorIndex...] {
      let step = TextWidth.width(of: character)
      if width >= limit || width + step > columns { return max(width, 1) }
      width += step
    }
    // The cursor at the end of the text needs a column of its own.
    return min(width + 1, columns)
  }
}
