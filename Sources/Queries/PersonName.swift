/// A person's name in the form that sorts by surname: `Ursula K. Le Guin` as `le guin, ursula k.`.
enum PersonName {
  private static let particles: Set<[UInt8]> = words([
    "af", "al", "av", "bin", "da", "das", "de", "del", "della", "den", "der", "des", "di", "do", "dos", "du",
    "el", "ibn", "la", "le", "st", "st.", "ten", "ter", "van", "vom", "von", "zu", "zum", "zur",
  ])

  private static let suffixes: Set<[UInt8]> = words(["ii", "iii", "iv", "jr", "jr.", "sr", "sr."])

  private static func words(_ words: [String]) -> Set<[UInt8]> { Set(words.map { Array($0.utf8) }) }

  private static let (blank, comma, semicolon) = (UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ";"))

  /// Puts the part before a comma first, otherwise the last word with its particles; of several names the first counts.
  static func sorted(_ fold: UnsafeRawBufferPointer) -> [UInt8] {
    let name = fold.prefix { $0 != semicolon }
    let parts = name.split(separator: comma, maxSplits: 1, omittingEmptySubsequences: false)
    var words = parts[0].split(separator: blank).map { Array($0) }
    if parts.count > 1 {
      let rest = parts[1].split(separator: blank).map { Array($0) }
      guard rest.allSatisfy(suffixes.contains) else { return joined(words, rest) }
      words += rest
    }
    var end = words.count
    while end > 1, suffixes.contains(words[end - 1]) { end -= 1 }
    var start = max(0, end - 1)
    while start > 0, particles.contains(words[start - 1]) { start -= 1 }
    return joined(Array(words[start...]), Array(words[..<start]))
  }

  private static func joined(_ surname: [[UInt8]], _ others: [[UInt8]]) -> [UInt8] {
    let surname = Array(surname.joined(separator: [blank]))
    return others.isEmpty ? surname : surname + [comma, blank] + others.joined(separator: [blank])
  }
}
