import Records

struct BookNames {
  private var taken: Set<String> = []

  mutating func unique(_ base: String) -> String {
    var (name, number) = (base, 2)
    // BibTeX keys are case-insensitive.
    while !taken.insert(name.lowercased()).inserted {
      name = "\(base)-\(number)"
      number += 1
    }
    return name
  }

  static func isMade(_ name: String, of base: String) -> Bool {
    guard name != base else { return true }
    return name.hasPrefix(base + "-") && Int(name.dropFirst(base.count + 1)).map { $0 > 1 } ?? false
  }

  static func made(of book: [BookField: String]) -> String {
    let author = book[.author]?.split(separator: "; ").first ?? ""
    let last = author.contains(",") ? author.split(separator: ",").first : author.split(separator: " ").last
    let year = book[.published].flatMap { PartialDateText.parts($0).first }.map(String.init)
    let word = book[.title]?.split { !$0.isLetter }.first { $0.count > 3 }
    let made = [last.map { String($0) }, year, word.map { String($0) }].compactMap { $0 }.joined()
      .lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return made.isEmpty ? "book" : made
  }
}
