enum SpellingGuess {
  static func nearest(to word: String, among names: [String]) -> String? {
    let nearest = names.min { distance($0, word) < distance($1, word) }
    return nearest.flatMap { distance($0, word) <= max(1, word.count / 3) ? $0 : nil }
  }

  /// The Levenshtein distance.
  private static func distance(_ first: String, _ second: String) -> Int {
    let second = Array(second.lowercased())
    var row = Array(0...second.count)
    for (place, letter) in first.enumerated() {
      var previous = row[0]
      row[0] = place + 1
      for (column, other) in second.enumerated() {
        let replaced = previous + (letter == other ? 0 : 1)
        previous = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, previous + 1)
      }
    }
    return row[second.count]
  }
}
