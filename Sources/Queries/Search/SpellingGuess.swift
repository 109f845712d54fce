/// Guesses which of some names a misspelt word means.
package enum SpellingGuess {
  /// Allows for a few letters; two swapped neighbours count as one.
  package static func nearest(to word: String, among names: [String]) -> String? {
    let letters = Array(word.lowercased())
    func distance(_ name: String) -> Int { Self.distance(Array(name), letters) }
    let nearest = names.min { distance($0) < distance($1) }
    return nearest.flatMap { distance($0) <= max(1, word.count / 3) ? $0 : nil }
  }

  /// Letters to insert, delete, replace or swap with the next one.
  static func distance<Right: RandomAccessCollection>(_ left: [Right.Element], _ right: Right) -> Int
  where Right.Element: Equatable, Right.Index == Int {
    var (beforeLast, last) = ([Int](), Array(0...right.count))
    for row in left.indices {
      var line = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var least = min(line[column] + 1, last[column + 1] + 1, last[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        line.append(least)
      }
      (beforeLast, last) = (last, line)
    }
    return last[right.count]
  }
}
