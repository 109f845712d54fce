/// Guesses which of some names a misspelt word means.
package enum SpellingGuess {
  /// The nearest name, if only few letters differ; two neighbours that have changed places count as one.
  package static func nearest(to word: String, among names: [String]) -> String? {
    let nearest = names.min { distance($0, word) < distance($1, word) }
    return nearest.flatMap { distance($0, word) <= max(1, word.count / 3) ? $0 : nil }
  }

  /// The number of letters to insert, delete, replace or swap with the next one.
  private static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second.lowercased()))
    var (beforeLast, last) = ([Int](), Array(0...second.count))
    for row in first.indices {
      var line = [row + 1]
      for column in second.indices {
        let replaced = last[column] + (first[row] == second[column] ? 0 : 1)
        var least = min(replaced, line[column] + 1, last[column + 1] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        line.append(least)
      }
      (beforeLast, last) = (last, line)
    }
    return last[second.count]
  }
}
