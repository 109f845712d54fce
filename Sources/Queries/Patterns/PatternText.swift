/// A text as the characters that a pattern reads, mapped to their positions in the text.
struct PatternText {
  private let text: String
  let scalars: [Unicode.Scalar]
  private let starts: [String.Index]

  init(_ text: String, isFolded: Bool) {
    self.text = text
    var (scalars, starts): ([Unicode.Scalar], [String.Index]) = ([], [])
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      if isFolded {
        for folded in FoldedScalar(scalar).scalars {
          scalars.append(folded)
          starts.append(index)
        }
      } else {
        scalars.append(scalar)
        starts.append(index)
      }
    }
    (self.scalars, self.starts) = (scalars, starts)
  }

  func range(of places: Range<Int>) -> Range<String.Index> {
    let lower = places.lowerBound < starts.count ? starts[places.lowerBound] : text.endIndex
    guard places.upperBound < starts.count else { return lower..<text.endIndex }
    let upper = starts[places.upperBound]
    // One character may have several in its fold.
    let isWithin = !places.isEmpty && starts[places.upperBound - 1] == upper
    return lower..<(isWithin ? text.unicodeScalars.index(after: upper) : upper)
  }
}
