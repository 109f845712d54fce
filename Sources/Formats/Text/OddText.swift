/// Detects text that was decoded as Latin letters but is in another encoding.
enum OddText {
  /// Signs that occur between words, and within a word only in a text of another encoding.
  private static let signs = Set("‚ƒ„…†‡ˆ‰‹“”•˜™›¡¢£¤¥¦§¨©«¬¯°±²³´µ¶¸¹»¼½¾¿×÷".unicodeScalars)

  /// The first odd words, if a third of all letters and signs beyond ASCII are odd; otherwise nil.
  ///
  /// Odd are three such letters or four such signs in a row, a capital after a small letter, a sign between letters, and a
  /// control character. Only ISO 8859-1 and Windows-1252 are examined, including lines in these encodings in a text that is
  /// UTF-8 otherwise.
  static func found(in sample: [UInt8], _ encoding: TextEncoding) -> String? {
    guard [.mixed, .latin1, .windows1252].contains(encoding), !TextEncoding.hasBytes(sample) else {
      return nil
    }
    let lines = sample.split { $0 == 10 || $0 == 13 }.filter { line in line.contains { $0 >= 0x80 } }
    let foreign = encoding == .mixed ? lines.filter { !TextEncoding.isUTF8(Array($0)) } : lines
    var (odd, all, first) = (0, 0, String?.none)
    for line in foreign {
      let text = Array(String(decoding: TextDecoder.windows1252(line), as: UTF8.self).unicodeScalars)
      let places = text.indices.filter { text[$0].value >= 0x80 }
      let odds = places.filter { isOdd($0, text) }
      // Text in these encodings has no control characters, but misread text with two bytes per character soon does.
      (all, odd) = (all + places.count, odd + odds.count + 10 * places.count { isControl(text[$0]) })
      if first == nil, let place = odds.first { first = words(around: place, text) }
    }
    return odd * 3 > all ? first : nil
  }

  private static func isOdd(_ place: Int, _ text: [Unicode.Scalar]) -> Bool {
    func scalar(_ offset: Int) -> Unicode.Scalar {
      text.indices.contains(place + offset) ? text[place + offset] : " "
    }
    func isWide(_ offset: Int) -> Bool { scalar(offset).value >= 0xC0 && isLetter(scalar(offset)) }
    let here = text[place]
    if isControl(here) || isInRun(place, text) { return true }
    if signs.contains(here) {
      return text[..<place].last { !signs.contains($0) }.map(isLetter) == true
        && text[place...].first { !signs.contains($0) }.map(isLetter) == true
    }
    guard isLetter(here) else { return false }
    if here.properties.isUppercase, scalar(-1).properties.isLowercase { return true }
    return isWide(-1) && isWide(1) || isWide(1) && isWide(2) || isWide(-1) && isWide(-2)
  }

  private static func isInRun(_ place: Int, _ text: [Unicode.Scalar]) -> Bool {
    let before = text[..<place].suffix(3).reversed().prefix { $0.value >= 0x80 }.count
    return before + text[place...].prefix(4).prefix { $0.value >= 0x80 }.count >= 4
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { (0x80..<0xA0).contains(scalar.value) }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic }

  /// The cell around a position, at most 40 characters.
  private static func words(around place: Int, _ text: [Unicode.Scalar]) -> String {
    func ends(_ scalar: Unicode.Scalar) -> Bool { [",", ";", "\t", "\"", "|", "{", "}"].contains(scalar) }
    let start = text[..<place].lastIndex(where: ends).map { $0 + 1 } ?? 0
    let cell = text[max(start, place - 20)...].prefix { !ends($0) }.prefix(40)
    let shown = cell.filter { $0.value >= 32 && !(0x7F..<0xA0).contains($0.value) }
    return String(String.UnicodeScalarView(shown)).trimmed
  }
}
