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
  public static func width(of text: some StringProtocol) -> Int {
    var run = GlyphRun()
    var width = 0
    for character in text {
      run.append(character)
      width += run.width
      run.cut(to: 0)
    }
    return width
  }

  /// The glyphs of as many whole clusters as fit into so many columns, with `…` where some are cut.
  ///
  /// - Complexity: O(m) in the scalars of the clusters that are looked at: those that fit, and one more.
  public static func fit(_ text: some StringProtocol, columns: Int, keeping part: Part = .start) -> [Glyph] {
    switch part {
    case .start: cut(text, columns: columns).glyphs
    case .end: cutReversed(text, columns: columns)
    }
  }

  private static func cut(_ text: some StringProtocol, columns: Int) -> GlyphRun {
    var run = GlyphRun()
    run.reserve(min(columns, text.utf8.count))
    var kept = 0
    for character in text {
      run.append(character)
      if run.width > columns {
        run.cut(to: kept)
        if columns > 0 { run.append(ellipsis) }
        break
      }
      if run.width < columns { kept = run.glyphs.count }
    }
    return run
  }

  /// Goes backward through the text, so that only its end is looked at.
  private static func cutReversed(_ text: some StringProtocol, columns: Int) -> [Glyph] {
    var clusters: [[Glyph]] = []
    var width = 0
    var kept = 0
    for character in text.reversed() {
      let cluster = glyphs(of: character)
      width += cluster.reduce(0) { $0 + $1.width }
      if width > columns {
        clusters.removeLast(clusters.count - kept)
        if columns > 0 { clusters.append([ellipsis]) }
        break
      }
      clusters.append(cluster)
      if width < columns { kept = clusters.count }
    }
    return clusters.reversed().flatMap { $0 }
  }
}
