enum LaTeXWriter {
  /// BibTeX counts all braces of a value, even after a backslash, so no escape has an unmatched brace.
  private static let escapes: [Unicode.Scalar: String] = [
    "&": "\\&", "%": "\\%", "$": "\\$", "#": "\\#", "_": "\\_", "{": "\\textbraceleft{}",
    "}": "\\textbraceright{}", "\\": "\\textbackslash{}", "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
  ]
  /// The signs that form ligatures when repeated: dashes and quotes.
  private static let joining: Set<Unicode.Scalar> = ["-", "`", "'", ",", "<", ">"]

  static func escaped(_ text: String) -> String {
    var (result, last) = (String.UnicodeScalarView(), Unicode.Scalar(0))
    for scalar in text.unicodeScalars {
      // ?` and !` are ligatures for inverted marks.
      let joins = joining.contains(scalar) && last == scalar || scalar == "`" && (last == "?" || last == "!")
      let sign = escapes[scalar] ?? String(scalar)
      result.append(contentsOf: (joins ? "{}" + sign : sign).unicodeScalars)
      last = scalar
    }
    return String(result)
  }

  /// A LaTeX special stands alone, even before a combining mark.
  static func characters(of text: String) -> [Character] {
    text.flatMap { character -> [Character] in
      let scalars = character.unicodeScalars
      guard let first = scalars.first, first.isASCII, scalars.count > 1, escapes[first] != nil else {
        return [character]
      }
      return scalars.map { Character($0) }
    }
  }
}
