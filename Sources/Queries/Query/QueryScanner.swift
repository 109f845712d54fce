struct QueryScanner {
  private let scalars: [Unicode.Scalar]
  private let offsets: [Int]
  private(set) var index = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    offsets = scalars.reduce(into: [0]) { $0.append($0[$0.count - 1] + UTF8.width($1)) }
  }

  func bytes(_ range: Range<Int>) -> Range<Int> { offsets[range.lowerBound]..<offsets[range.upperBound] }

  func scalar(at place: Int) -> Unicode.Scalar? { scalars.indices.contains(place) ? scalars[place] : nil }

  var next: Unicode.Scalar? { scalar(at: index) }

  mutating func advance(_ count: Int = 1) { index = min(index + count, scalars.count) }

  mutating func skipBlanks() {
    while let next, next.properties.isWhitespace { index += 1 }
  }

  private func endsTerm(at place: Int) -> Bool {
    guard let scalar = scalar(at: place) else { return true }
    return scalar == "|" || scalar == ")" || scalar.properties.isWhitespace
  }

  var isAtEndOfTerm: Bool { endsTerm(at: index) }

  // MARK: The beginning of a term

  /// The length of a hyphen or `not:` before a term; nil before a word.
  var negationLength: Int? {
    if next == "-" {
      if index + 1 == scalars.count { return 1 }
      let isSign = scalar(at: index + 1).map { "-:=<>".unicodeScalars.contains($0) } ?? false
      return endsTerm(at: index + 1) || isSign ? nil : 1
    }
    let word = String(String.UnicodeScalarView(scalars[index..<min(index + 4, scalars.count)]))
    return word.lowercased() == "not:" ? 4 : nil
  }

  var name: (text: String, range: Range<Int>)? {
    var end = index
    while let scalar = scalar(at: end), !Self.endsName(scalar) { end += 1 }
    guard end > index, let scalar = scalar(at: end), ":=<>~".unicodeScalars.contains(scalar) else {
      return nil
    }
    return (String(String.UnicodeScalarView(scalars[index..<end])), index..<end)
  }

  private static func endsName(_ scalar: Unicode.Scalar) -> Bool {
    ":=<>~|()\"\\".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace
  }

  /// False for `http://` or `12:30`.
  func looksLikeName(_ range: Range<Int>) -> Bool {
    guard !endsTerm(at: range.upperBound + 1), scalar(at: range.upperBound + 1) != "/",
      scalars[range.lowerBound].properties.isAlphabetic || scalars[range.lowerBound] == "_"
    else { return false }
    return scalars[range].allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_"
    }
  }

  /// As in a title: `Dune:Messiah`.
  func beginsWithCapital(_ range: Range<Int>) -> Bool { scalars[range.lowerBound].properties.isUppercase }

  // MARK: Operators

  var comparison: QueryParser.Comparison? {
    let isOrEqual = scalar(at: index + colonLength + 1) == "="
    switch scalar(at: index + colonLength) {
    case ":": return .contains
    case "=": return .equals
    case "~": return .matches
    case "<": return isOrEqual ? .lessOrEqual : .less
    case ">": return isOrEqual ? .greaterOrEqual : .greater
    default: return nil
    }
  }

  /// Other programs require a colon before `<` or `>`: `rating:>=4`.
  private var colonLength: Int {
    let other = scalar(at: index + 1)
    return next == ":" && (other == "<" || other == ">") ? 1 : 0
  }

  mutating func takeComparison() {
    switch comparison {
    case .lessOrEqual, .greaterOrEqual: advance(colonLength + 2)
    case .contains, .equals, .matches, .less, .greater: advance(colonLength + 1)
    case nil: break
    }
  }

  // MARK: Words

  /// Ends at a blank or a bar; in a group, also at a parenthesis that the word did not open.
  mutating func takeWord(inGroup isInGroup: Bool) -> String {
    var word = String.UnicodeScalarView()
    var openCount = 0
    while let scalar = next, scalar != "|", !scalar.properties.isWhitespace {
      if scalar == ")" {
        if openCount == 0, isInGroup { break }
        openCount -= 1
      }
      if scalar == "(" { openCount += 1 }
      index += 1
      if scalar != "\\" {
        word.append(scalar)
      } else if let escaped = next {
        word.append(escaped)
        index += 1
      }
    }
    return String(word)
  }

  /// Like `takeWord`, but keeps backslashes.
  mutating func takePattern(inGroup isInGroup: Bool) -> String {
    let start = index
    _ = takeWord(inGroup: isInGroup)
    return String(String.UnicodeScalarView(scalars[start..<index]))
  }

  /// Keeps a backslash unless a quote follows.
  mutating func takeQuotedPattern() -> (text: String, isClosed: Bool) {
    let start = index + 1
    let isClosed = takeQuoted().isClosed
    let text = String(String.UnicodeScalarView(scalars[start..<(isClosed ? index - 1 : index)]))
    return (text.split(separator: "\\\"", omittingEmptySubsequences: false).joined(separator: "\""), isClosed)
  }

  mutating func takeQuoted() -> (text: String, isClosed: Bool) {
    var text = String.UnicodeScalarView()
    index += 1
    while let scalar = next {
      index += 1
      if scalar == "\"" { return (String(text), true) }
      if scalar != "\\" {
        text.append(scalar)
      } else if let escaped = next {
        text.append(escaped)
        index += 1
      }
    }
    return (String(text), false)
  }
}
