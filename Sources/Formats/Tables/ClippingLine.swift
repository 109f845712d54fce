import Records

/// The second line of a Kindle entry, in English, German, French, Spanish, Italian, Portuguese or Dutch.
///
/// For example: `- Your Highlight on page 12 | Location 170-175 | Added on Monday, 1 January 2024 10:20:30`.
struct ClippingLine {
  enum Kind {
    case highlight, note, bookmark
  }

  let kind: Kind
  let place: String?
  let range: ClosedRange<Int>?
  let moment: String?

  init?(_ line: String) {
    guard line.hasPrefix("-") else { return nil }
    let words = line.lowercased()
    guard let kind = Self.kinds.first(where: { words.contains(anyOf: $0.words) })?.kind else { return nil }
    self.kind = kind
    let parts = line.dropFirst().split(separator: "|").map(\.trimmed)
    moment = parts.last.flatMap(Self.moment)
    let places = (moment == nil ? parts : Array(parts.dropLast())).compactMap(Self.place)
    place = places.isEmpty ? nil : places.map(\.text).joined(separator: ", ")
    range = (places.last { $0.isLocation } ?? places.last)?.range
  }

  private static let kinds: [(kind: Kind, words: [String])] = [
    (.bookmark, ["bookmark", "lesezeichen", "signet", "marcador", "segnalibro", "bladwijzer"]),
    (
      .note,
      [
        "your note", "notiz", "votre note", "tu nota", "mi nota", "la nota", "tua nota", "sua nota",
        "notitie",
      ]
    ),
    (
      .highlight,
      ["highlight", "markierung", "surlignement", "subrayado", "evidenziazione", "destaque", "markering"]
    ),
  ]

  private static let pageWords = ["page", "seite", "página", "pagina"]
  private static let locationWords = [
    "loc", "position", "emplacement", "posici", "posizione", "posição", "locatie",
  ]

  private static func place(_ part: String) -> (text: String, range: ClosedRange<Int>, isLocation: Bool)? {
    let words = part.lowercased()
    let isPage = words.contains(anyOf: pageWords)
    let isLocation = words.contains(anyOf: locationWords)
    guard isPage || isLocation else { return nil }
    let digits = part.split { !$0.isNumber && $0 != "-" && $0 != "–" }.last { $0.contains(where: \.isNumber) }
    let numbers = (digits ?? "").split { !$0.isNumber }.compactMap { $0.count < 10 ? Int($0) : nil }
    guard let first = numbers.first else { return nil }
    // `1702-5` is short for `1702-1705`.
    let last = numbers.dropFirst().first.map { completed($0, after: first) } ?? first
    let name = isLocation ? "location" : "page"
    let text = last > first ? "\(name) \(first)-\(last)" : "\(name) \(first)"
    return (text, first...max(first, last), isLocation)
  }

  private static func completed(_ last: Int, after first: Int) -> Int {
    var scale = 10
    while scale <= last { scale *= 10 }
    return last < first ? first - first % scale + last : last
  }

  private static let months: [[String]] = [
    ["january", "januar", "janvier", "enero", "gennaio", "janeiro", "januari"],
    ["february", "februar", "février", "febrero", "febbraio", "fevereiro", "februari"],
    ["march", "märz", "mars", "marzo", "março", "maart"], ["april", "avril", "abril", "aprile"],
    ["may", "mai", "mayo", "maggio", "maio", "mei"], ["june", "juni", "juin", "junio", "giugno", "junho"],
    ["july", "juli", "juillet", "julio", "luglio", "julho"], ["august", "août", "agosto", "augustus"],
    ["september", "septembre", "septiembre", "settembre", "setembro"],
    ["october", "oktober", "octobre", "octubre", "ottobre", "outubro"],
    ["november", "novembre", "noviembre", "novembro"],
    ["december", "dezember", "décembre", "diciembre", "dicembre", "dezembro"],
  ]

  /// Reads `Added on Wednesday, January 31, 2024 10:20:30 PM` as `2024-01-31 22:20:30`.
  private static func moment(_ part: String) -> String? {
    let words = part.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != ":" }
    let month = words.lazy.compactMap { word in months.firstIndex { $0.contains(String(word)) } }.first
    let numbers = words.compactMap { $0.contains(":") ? nil : Int($0) }
    guard let month, let year = numbers.first(where: { $0 > 1_900 }),
      let day = numbers.first(where: { $0 < 32 }),
      let date = CalendarDate(year: year, month: month + 1, day: day)
    else { return nil }
    guard let clock = words.first(where: { $0.contains(":") && $0.first?.isNumber == true }) else {
      return "\(date)"
    }
    var time = clock.split(separator: ":").compactMap { Int($0) }
    guard time.count >= 2, (0..<24).contains(time[0]), time.allSatisfy({ (0..<60).contains($0) }) else {
      return "\(date)"
    }
    if words.contains("pm"), time[0] < 12 { time[0] += 12 }
    if words.contains("am"), time[0] == 12 { time[0] = 0 }
    let text = (time + [0]).prefix(3).map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
    return "\(date) \(text)"
  }
}

extension String {
  fileprivate func contains(anyOf parts: [String]) -> Bool { parts.contains { contains($0) } }
}
