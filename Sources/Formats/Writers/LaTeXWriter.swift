/// Writes text for LaTeX, so that every character comes back as it was.
enum LaTeXWriter {
  /// What LaTeX takes for something else.
  ///
  /// BibTeX counts the braces of a value, also those after a backslash, so none stands alone.
  private static let escapes: [Unicode.Scalar: String] = [
    "&": "\\&", "%": "\\%", "$": "\\$", "#": "\\#", "_": "\\_", "{": "\\textbraceleft{}",
    "}": "\\textbraceright{}", "\\": "\\textbackslash{}", "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
  ]
  /// The signs that fonts join with one of their kind: dashes and quotes.
  private static let joining: Set<Unicode.Scalar> = ["-", "`", "'", ",", "<", ">"]

  /// The text with all of that escaped.
  static func escaped(_ text: String) -> String {
    var (result, last) = (String.UnicodeScalarView(), Unicode.Scalar(0))
    for scalar in text.unicodeScalars {
      // ?` and !` are marks turned upside down.
      let joins = joining.contains(scalar) && last == scalar || scalar == "`" && (last == "?" || last == "!")
      let sign = escapes[scalar] ?? String(scalar)
      result.append(contentsOf: (joins ? "{}" + sign : sign).unicodeScalars)
      last = scalar
    }
    return String(result)
  }

  /// The characters of a text; a sign of LaTeX is one of its own, also if a mark follows it.
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
