/// A column's name as words, without a type prefix (`strName`) or Core Data's `Z`: `UnitPrice` is *unit* and *price*.
struct ColumnName {
  let words: [String]
  private let parts: [String]

  init(_ name: String, ofCoreData isCoreData: Bool = false) {
    let isMarked = isCoreData && name.hasPrefix("Z") && name.count > 1 && name == name.uppercased()
    let plain = isMarked && !name.hasPrefix("Z_") ? name.dropFirst() : name[...]
    var parts = Self.parts(of: plain)
    if parts.count > 1, Self.isTypeMark(parts[0], isApart: plain.contains("_")) { parts.removeFirst() }
    words = parts.map { $0.lowercased() }
    self.parts = plain.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? parts : []
  }

  var joined: String { words.joined() }

  /// Without a number at the end, as in `title1`.
  var unnumbered: Substring {
    let joined = joined
    return joined.prefix(joined.count - joined.reversed().prefix(while: \.isNumber).count)
  }

  func ends(in endings: Set<String>) -> Bool { words.last.map(endings.contains) ?? false }

  func has(_ names: Set<String>) -> Bool { !names.isDisjoint(with: words) }

  /// The words as a label, `Unit price`, or nil for a name that is better left unchanged.
  var label: String? {
    guard !parts.isEmpty else { return nil }
    if words == ["pk"] { return "Key" }
    let isShouted = parts.allSatisfy { $0 == $0.uppercased() }
    let shown = parts.map { part in
      let isAcronym = isShouted ? Self.acronyms.contains(part.lowercased()) : part.count > 1 && part.isShouted
      if Self.bookAcronyms.contains(part.lowercased()) { return part.uppercased() }
      return isAcronym ? part : part.lowercased()
    }
    let label = shown.joined(separator: " ")
    return label.prefix(1).uppercased() + label.dropFirst()
  }

  /// Splits at punctuation, before a capital after a small letter, and before the last of several capitals: `ISBNNumber`.
  private static func parts(of name: Substring) -> [String] {
    var parts = [""]
    var rest = name
    var last: Character?
    while let character = rest.popFirst() {
      let isPart = character.isLetter || character.isNumber
      let isWordStart =
        last.map { last in
          character.isUppercase
            && (last.isLowercase || last.isNumber || last.isUppercase && rest.startsWord)
        } ?? false
      if !isPart || isWordStart { parts.append("") }
      if isPart { parts[parts.count - 1].append(character) }
      last = isPart ? character : nil
    }
    return parts.filter { !$0.isEmpty }
  }

  /// Whether a first word only indicates a type; a word that could also be a noun does not count.
  private static func isTypeMark(_ part: String, isApart: Bool) -> Bool {
    let marks: Set = ["str", "txt", "sz", "psz", "lpsz", "fld"]
    return marks.contains(part.lowercased())
      || !isApart && ["int", "lng", "dbl", "bln", "dtm"].contains(part)
  }

  private static let bookAcronyms: Set = ["isbn", "issn", "asin"]

  private static let acronyms: Set = [
    "ean", "guid", "html", "ip", "isbn", "issn", "id", "json", "pk", "sku", "upc", "uri", "url", "uuid",
    "vat", "xml",
  ]
}

extension Substring {
  /// Whether a word continues after its capital; a final `s` is the plural of capitals.
  fileprivate var startsWord: Bool {
    guard let first, first.isLowercase else { return false }
    guard first == "s" else { return true }
    return dropFirst().first.map { $0.isLowercase } ?? false
  }
}

extension String {
  fileprivate var isShouted: Bool {
    let letters = count > 2 && hasSuffix("s") ? String(dropLast()) : self
    return letters == letters.uppercased() && letters != letters.lowercased()
  }
}
