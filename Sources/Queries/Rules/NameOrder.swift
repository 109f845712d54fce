enum NameOrder {
  private static let particles: Set = [
    "al", "bin", "da", "dal", "de", "del", "della", "den", "der", "di", "dos", "du", "ibn", "la", "le", "ten",
    "ter",
    "van", "von", "zu", "zur",
  ]

  /// "Last, First" as "First Last", and "First Last" as "Last, First"; any other name stays unchanged.
  static func turned(_ name: Substring) -> String {
    let words = name.split(whereSeparator: \.isWhitespace)
    let start = name.prefix(while: \.isWhitespace)
    guard words.count > 1 else { return String(name) }
    let trimmed = words.joined(separator: " ")
    let parts = trimmed.split(separator: ",", omittingEmptySubsequences: false)
    // With a second comma, the parts are ambiguous.
    if parts.count > 2 { return String(name) }
    if parts.count == 2 {
      let (last, first) = (parts[0], parts[1].drop(while: \.isWhitespace))
      return last.isEmpty || first.isEmpty ? String(name) : "\(start)\(first) \(last)"
    }
    var lastStart = words.count - 1
    while lastStart > 1, particles.contains(words[lastStart - 1].lowercased()) { lastStart -= 1 }
    let (first, last) = (words[..<lastStart], words[lastStart...])
    return "\(start)\(last.joined(separator: " ")), \(first.joined(separator: " "))"
  }
}
