/// A column's name as words: `UnitPrice`, `unit_price` and `unit price` are `unit` and `price`.
struct ColumnName {
  /// The words in lower case.
  let words: [String]

  init(_ name: String) {
    var words: [String] = [""]
    var wasLower = false
    for character in name {
      let isPart = character.isLetter || character.isNumber
      if !isPart || (wasLower && character.isUppercase) { words.append("") }
      if isPart { words[words.count - 1] += character.lowercased() }
      wasLower = character.isLowercase || character.isNumber
    }
    self.words = words.filter { !$0.isEmpty }
  }

  /// The words in one.
  var joined: String { words.joined() }

  func ends(in endings: Set<String>) -> Bool { words.last.map(endings.contains) ?? false }

  func has(_ names: Set<String>) -> Bool { !names.isDisjoint(with: words) }
}
