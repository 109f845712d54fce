/// Folded words, by meaning, in which titles of the same book differ.
enum TitleWords {
  typealias Word = [UInt8]

  private static func set(_ words: String) -> Set<Word> {
    Set(words.split(separator: " ").map { Array($0.utf8) })
  }

  static let articles = set(
    "the a an der die das ein eine le la les un une l el los las il lo gli o os uma het een den det en ett")

  /// People misremember these words, and services leave them out.
  static let small = articles.union(
    set(
      """
      of and or in on at to for from by with as is und oder von vom im am an zu zum zur des dem et ou du des aux y e o \
      del al da do dos das di della van voor en och og
      """))

  static let volumes = set("volume vol v book bk part pt number no nr band bd teil tome tomo livre issue")

  /// The last word of an edition.
  static let editions = set("edition editions ed edn ausgabe auflage edicion edizione edicao uitgave")

  static let qualifiers = set(
    """
    revised rev new updated expanded enlarged anniversary illustrated annotated deluxe special collector collectors s \
    limited international paperback hardcover hardback kindle ebook audio movie film tie in complete unabridged abridged \
    classic classics penguin vintage norton critical large print student teacher us uk british american english the a and \
    st nd rd th reissue reprint media
    """)

  /// For an adaptation, such as a play or a comic.
  static let otherWorks = set("graphic manga comic play screenplay companion workbook")

  private static let numerals: [Word: Int] = {
    let names = """
      one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen \
      nineteen twenty
      """
    let ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
    var numerals: [Word: Int] = [:]
    for list in [names, ordinals] {
      for (place, name) in list.split(separator: " ").enumerated() { numerals[Array(name.utf8)] = place + 1 }
    }
    return numerals
  }()

  /// `2` for *2*, *2nd*, *II*, *two* and *second*; only the last word may be a Roman numeral of one letter.
  static func number(_ word: Word, isLast: Bool) -> Word? {
    guard let first = word.first else { return nil }
    if first &- 48 < 10 { return digits(word) }
    let value = numerals[word] ?? (word.count > 1 || isLast ? roman(word) : nil)
    return value.map { Array(String($0).utf8) }
  }

  static func isNumber(_ word: Word) -> Bool { word.first.map { $0 &- 48 < 10 } ?? false }

  /// A volume rather than a year.
  static func isSmall(_ number: Word) -> Bool { isNumber(number) && number.count < 4 }

  private static func digits(_ word: Word) -> Word? {
    let digits = word.prefix { $0 &- 48 < 10 }
    let rest = Array(word[digits.endIndex...])
    guard rest.isEmpty || ordinalEnds.contains(rest) else { return nil }
    let significant = digits.drop { $0 == 48 }
    return significant.isEmpty ? [48] : Array(significant)
  }

  private static let ordinalEnds = set("st nd rd th")

  private static func roman(_ word: Word) -> Int? {
    guard word.count <= 7 else { return nil }
    var (sum, last) = (0, 0)
    for letter in word.reversed() {
      let value: Int
      switch letter {
      case UInt8(ascii: "i"): value = 1
      case UInt8(ascii: "v"): value = 5
      case UInt8(ascii: "x"): value = 10
      case UInt8(ascii: "l"): value = 50
      default: return nil
      }
      sum += value < last ? -value : value
      last = max(last, value)
    }
    return sum > 0 && sum < 50 ? sum : nil
  }
}
