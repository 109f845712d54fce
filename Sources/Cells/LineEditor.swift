/// A text that is being edited, with its cursor and what was killed last.
///
/// The cursor stands between grapheme clusters, whatever is typed: a combining mark joins the cluster before it.
public struct LineEditor: Hashable, Sendable {
  /// The text as it stands.
  public private(set) var text: String

  /// What the last killing action took out; `yank` puts it in.
  public private(set) var killed = ""

  /// The cursor as an offset into the text's UTF-8, which unlike an index outlives a change of the text.
  private var offset: Int

  /// Starts editing a text, with the cursor at its end.
  public init(_ text: String) {
    self.text = text
    self.text.makeContiguousUTF8()
    offset = self.text.utf8.count
  }

  /// The place of the cursor in `text`.
  ///
  /// - Complexity: O(1)
  public var cursorIndex: String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }

  /// The number of grapheme clusters before the cursor.
  ///
  /// - Complexity: O(n) in the text before the cursor.
  public var cursor: Int { text.distance(from: text.startIndex, to: cursorIndex) }

  /// Does what a key asks for; where there is nothing to do, nothing changes.
  ///
  /// - Complexity: O(n) in the text's length.
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
  /// Each newline (CR LF, CR, LF, U+0085, U+2028, U+2029) and tab becomes a space; other control characters are left out.
  ///
  /// - Complexity: O(n) in the length of both texts.
  public mutating func insert(pasted: String) {
    var line = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in pasted.unicodeScalars {
      switch scalar.value {
      case 0x0A where afterReturn: break
      case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: line.append(" ")
      case 0..<0x20, 0x7F..<0xA0: break
      default: line.append(scalar)
      }
      afterReturn = scalar == "\r"
    }
    insert(String(line))
  }

  private var previous: String.Index {
    let place = cursorIndex
    return place == text.startIndex ? place : text.index(before: place)
  }

  private var next: String.Index {
    let place = cursorIndex
    return place == text.endIndex ? place : text.index(after: place)
  }

  /// Where the word before the cursor begins, of the scalars that count as a word's.
  ///
  /// It goes back by scalars, because a step back by a cluster may look at all that is before it.
  private func wordStart(_ isWord: (Unicode.Scalar) -> Bool) -> String.Index {
    let head = text.unicodeScalars[..<cursorIndex]
    guard let last = head.lastIndex(where: isWord) else { return text.startIndex }
    guard let gap = head[..<last].lastIndex(where: { !isWord($0) }) else { return text.startIndex }
    return text.clusterStart(at: head.index(after: gap))
  }

  /// Where the word at or after the cursor ends.
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

  /// Puts the cursor before a grapheme cluster, or behind the last one.
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

  /// Moves the cursor behind the cluster that a change made of what was on its two sides.
  private mutating func leaveCluster() {
    let place = cursorIndex
    guard place < text.endIndex else { return }
    if text.clusterStart(at: place) != place { move(to: text.index(after: place)) }
  }
}
