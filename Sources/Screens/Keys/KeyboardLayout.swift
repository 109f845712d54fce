/// Maps the characters of a keyboard to the keys of a US keyboard.
///
/// The system decides which character a key types; actions go by the US key at the same position.
public struct KeyboardLayout: Hashable, Sendable {
  /// Set by the person, also for characters that are keys themselves.
  private let chosen: [Character: Character]
  package var told: [Character: Character] = [:]

  /// Makes a layout that knows the most common non-Latin keyboards.
  public init() { chosen = [:] }

  /// Parses the form of Vim's `langmap`; nil if invalid.
  ///
  /// Commas separate parts: pairs of characters, or two lists with a semicolon between. A backslash escapes a character.
  public init?(langmap text: String) {
    var chosen: [Character: Character] = [:]
    for part in text.isEmpty ? [] : Self.parts(of: text) {
      let lists = part.split(separator: nil, omittingEmptySubsequences: false).map { $0.compactMap(\.self) }
      let isPairs = lists.count == 1 && lists[0].count.isMultiple(of: 2)
      guard isPairs || lists.count == 2 && lists[0].count == lists[1].count, !part.isEmpty else { return nil }
      let pairs =
        isPairs
        ? stride(from: 0, to: lists[0].count, by: 2).map { (lists[0][$0], lists[0][$0 + 1]) }
        : Array(zip(lists[0], lists[1]))
      for (character, key) in pairs { chosen[character] = key }
    }
    self.chosen = chosen
  }

  private static func parts(of text: String) -> [[Character?]] {
    var (parts, isTaken): ([[Character?]], Bool) = ([[]], false)
    for character in text {
      if !isTaken, character == "\\" {
        isTaken = true
        continue
      }
      switch character {
      case "," where !isTaken: parts.append([])
      case ";" where !isTaken: parts[parts.count - 1].append(nil)
      default: parts[parts.count - 1].append(character)
      }
      isTaken = false
    }
    return parts
  }

  /// If the character is a key itself, only the person can change it.
  func key(_ character: Character, isKey: Bool) -> Character {
    if let key = chosen[character] { return key }
    return isKey || character.isASCII ? character : told[character] ?? Self.common[character] ?? character
  }

  /// Russian, Ukrainian, Greek, Hebrew and Arabic; letters that two of them share are in the same place.
  private static let common: [Character: Character] = {
    let layouts = [
      ("ёйцукенгшщзхъфывапролджэячсмитьбю", "`qwertyuiop[]asdfghjkl;'zxcvbnm,."),
      ("ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ", "~QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>"),
      ("їієґЇІЄҐ", "]s'\\}S\"|"),
      ("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
      ("ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ", "ERTYUIOPASDFGHJKLZXCVBNM"),
      ("קראטוןםפשדגכעיחלךףזסבהנמצתץ", "ertyuiopasdfghjkl;zxcvbnm,."),
      ("ضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةوزظذ", "qwertyuiop[]asdfghjkl;'zxcvnm,./`"),
      ("\u{FEFB}إأآـ،؛؟", "bYHNJKP?"),
      ("\u{64E}\u{64B}\u{64F}\u{64C}\u{650}\u{64D}\u{652}", "QWERASX"),
    ]
    var common: [Character: Character] = [:]
    for (typed, keys) in layouts {
      // Combining marks would join the preceding letter.
      for (scalar, key) in zip(typed.unicodeScalars, keys) { common[Character(scalar)] = key }
    }
    return common
  }()
}
