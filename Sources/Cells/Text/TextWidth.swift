/// Converts text to glyphs, and measures it in columns.
///
/// A width is the sum of POSIX `wcwidth` over the scalars, as in curses and terminals. Nothing that terminals disagree about is
/// sent: control characters show as marks like `^[` or `~[`, emoji sequences as separate emoji side by side, flags as their two
/// letters, unassigned characters as U+FFFD; joiners, variation selectors, skin tones and bidirectional controls are dropped.
public enum TextWidth {
  /// The part of a text that stays when the text is cut.
  public enum Part: Hashable, Sendable {
    /// Ends with `…`.
    case start
    /// Begins with `…`.
    case end
  }

  static let ellipsis = Glyph(text: "…", width: 1)

  /// The glyphs of a grapheme cluster, side by side.
  ///
  /// Usually one; none for an invisible cluster; several for control characters, emoji sequences and some vowel signs. It is
  /// always cut, and passed by the cursor, as a whole.
  public static func glyphs(of character: Character) -> [Glyph] {
    var run = GlyphRun()
    run.append(character)
    return run.glyphs
  }

  /// The glyphs of a text, cluster by cluster; O(n) in the text's scalars.
  public static func glyphs(of text: some StringProtocol) -> [Glyph] {
    var run = GlyphRun()
    for character in text { run.append(character) }
    return run.glyphs
  }

  /// The columns that a grapheme cluster takes, which may be 0; O(n) in the cluster's scalars.
  public static func width(of character: Character) -> Int {
    var run = GlyphRun()
    run.append(character)
    return run.width
  }

  /// The columns that a text takes; O(n) in the text's scalars.
  public static func width(of text: String) -> Int { columns(of: text) }

  /// The columns that a part of a text takes; O(n) in the text's scalars.
  public static func width(of text: Substring) -> Int { columns(of: text) }

  // Private, so that the compiler specialises it for each type: looking up conformances is slow, and widths are needed for
  // every frame.
  private static func columns(of text: some StringProtocol) -> Int {
    if let count = plainCount(of: text, upTo: .max) ?? scalarWidth(of: text, upTo: .max) { return count }
    var run = GlyphRun()
    var width = 0
    for character in text {
      run.append(character)
      width += run.width
      run.cut(to: 0)
    }
    return width
  }

  private static func plainCount(of text: some StringProtocol, upTo limit: Int) -> Int? {
    text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      let count = min(limit, bytes.count)
      for place in 0..<count where !GlyphRun.plainBytes.contains(bytes[place]) { return nil }
      return count
    } ?? nil
  }

  /// The columns of a text if each scalar has its own, so that no cluster has to be found; nil above a limit.
  private static func scalarWidth(of text: some StringProtocol, upTo limit: Int) -> Int? {
    var width = 0
    for scalar in text.unicodeScalars {
      guard let columns = GlyphRun.columns(of: scalar), width + columns <= limit else { return nil }
      width += columns
    }
    return width
  }

  /// The whole clusters that fit into a width, with `…` if some are cut; O(m) in the scalars that fit.
  public static func fit(_ text: some StringProtocol, columns: Int, keeping part: Part = .start) -> [Glyph] {
    guard columns > 0 else { return [] }
    switch part {
    case .start: return fitStart(of: text, columns: columns)
    case .end:
      guard tail(of: text, columns: columns).start > text.startIndex else { return glyphs(of: text) }
      return [ellipsis] + glyphs(of: text[tail(of: text, columns: columns - 1).start...])
    }
  }

  /// The longest run of whole clusters at the end of a text that fits into `columns`.
  ///
  /// Goes back by scalars and forward by clusters, because a step back by a cluster may look at all text before it.
  static func tail<Text: StringProtocol>(of text: Text, columns: Int) -> (start: Text.Index, width: Int) {
    let scalars = text.unicodeScalars
    var reach = 4 * max(columns, 1)
    var start = text.endIndex
    var width = 0
    while width <= columns, start > text.startIndex {
      let end = start
      let back = scalars.index(end, offsetBy: -reach, limitedBy: text.startIndex) ?? text.startIndex
      start = text.clusterStart(at: back)
      width += self.columns(of: text[start..<end])
      reach *= 2
    }
    while width > columns {
      width -= self.width(of: text[start])
      start = text.index(after: start)
    }
    return (start, width)
  }

  private static func fitStart(of text: some StringProtocol, columns: Int) -> [Glyph] {
    var run = GlyphRun()
    run.reserve(min(columns, text.utf8.count))
    // One extra byte tells whether the text is cut; a mark after it belongs to the cut part.
    if let count = plainCount(of: text, upTo: columns + 1) {
      for byte in text.utf8.prefix(count > columns ? columns - 1 : count) { run.append(plain: byte) }
      if count > columns { run.append(ellipsis) }
      return run.glyphs
    }
    if scalarWidth(of: text, upTo: columns) != nil {
      for scalar in text.unicodeScalars { run.append(scalar) }
      return run.glyphs
    }
    var kept = 0
    for character in text {
      run.append(character)
      if run.width > columns {
        run.cut(to: kept)
        run.append(ellipsis)
        break
      }
      if run.width < columns { kept = run.glyphs.count }
    }
    return run.glyphs
  }
}

extension StringProtocol {
  func clusterStart(at place: Index) -> Index {
    place == endIndex ? place : index(before: index(after: place))
  }
}
