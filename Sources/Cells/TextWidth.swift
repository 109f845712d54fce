/// How text becomes glyphs, and how many columns it takes.
///
/// The widths are the sums of what POSIX `wcwidth` says for each scalar, because curses and terminals go by that. What
/// terminals do not agree about is never sent: control characters show as marks like `^[` or `~[`, emoji sequences as
/// their parts side by side, flags as their two letters, unassigned characters as U+FFFD; joiners, variation
/// selectors, skin tones and the controls of right-to-left text are left out.
public enum TextWidth {
  /// Which part of a text stays when it is cut.
  public enum Part: Hashable, Sendable {
    /// The beginning, with `…` after it.
    case start
    /// The end, with `…` before it.
    case end
  }

  /// What stands for the part that was cut.
  static let ellipsis = Glyph(text: "…", width: 1)

  /// The glyphs that a grapheme cluster shows, side by side.
  ///
  /// Mostly one; none for a cluster that nobody sees; several for control characters, emoji sequences and the clusters
  /// of scripts whose vowel signs take a column of their own. However many, the cluster is cut and
  /// passed by the cursor as one.
  ///
  /// - Complexity: O(n) in the cluster's scalars.
  public static func glyphs(of character: Character) -> [Glyph] {
    var run = GlyphRun()
    run.append(character)
    return run.glyphs
  }

  /// The glyphs of a text, cluster by cluster.
  ///
  /// - Complexity: O(n) in the text's scalars; `fit` looks only at what it keeps.
  public static func glyphs(of text: some StringProtocol) -> [Glyph] {
    var run = GlyphRun()
    for character in text { run.append(character) }
    return run.glyphs
  }

  /// The columns that a grapheme cluster takes, from 0.
  ///
  /// - Complexity: O(n) in the cluster's scalars.
  public static func width(of character: Character) -> Int {
    var run = GlyphRun()
    run.append(character)
    return run.width
  }

  /// The columns that a text takes.
  ///
  /// - Complexity: O(n) in the text's scalars.
  public static func width(of text: String) -> Int { columns(of: text) }

  /// The columns that a part of a text takes.
  ///
  /// - Complexity: O(n) in the text's scalars.
  public static func width(of text: Substring) -> Int { columns(of: text) }

  // Private, so that the compiler makes a version for each type: looking up what a type conforms to takes long, and
  // widths are needed for every frame.
  private static func columns(of text: some StringProtocol) -> Int {
    if let count = plainCount(of: text, upTo: .max) { return count }
    var run = GlyphRun()
    var width = 0
    for character in text {
      run.append(character)
      width += run.width
      run.cut(to: 0)
    }
    return width
  }

  /// How many bytes a text begins with, at most so many, if each of them is a glyph of one column, as in most texts; nil for
  /// any other.
  private static func plainCount(of text: some StringProtocol, upTo limit: Int) -> Int? {
    text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      let count = min(limit, bytes.count)
      for place in 0..<count where !GlyphRun.plainBytes.contains(bytes[place]) { return nil }
      return count
    } ?? nil
  }

  /// The glyphs of as many whole clusters as fit into a width, with `…` if some are cut.
  ///
  /// - Complexity: O(m) in the scalars of the clusters that fit and a few more, however long the text is.
  public static func fit(_ text: some StringProtocol, columns: Int, keeping part: Part = .start) -> [Glyph] {
    guard columns > 0 else { return [] }
    switch part {
    case .start: return fitStart(of: text, columns: columns)
    case .end:
      guard tail(of: text, columns: columns).start > text.startIndex else { return glyphs(of: text) }
      return [ellipsis] + glyphs(of: text[tail(of: text, columns: columns - 1).start...])
    }
  }

  /// Where the longest run of whole clusters at the end of a text begins that takes no more than so many columns, and
  /// the columns that it takes.
  ///
  /// It goes back by scalars and forward by clusters, because a step back by a cluster may look at all that is before it.
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
    // One byte more than there is room for says whether the text is cut; a mark behind it belongs to what is cut.
    if let count = plainCount(of: text, upTo: columns + 1) {
      for byte in text.utf8.prefix(count > columns ? columns - 1 : count) { run.append(plain: byte) }
      if count > columns { run.append(ellipsis) }
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
  /// The start of the grapheme cluster that a place is in.
  func clusterStart(at place: Index) -> Index {
    place == endIndex ? place : index(before: index(after: place))
  }
}
