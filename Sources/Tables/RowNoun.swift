/// The nouns for one row and for several rows of a table, derived from its name: *track* and *tracks* for `Tracks`, `track` and
/// `tblTrack`.
struct RowNoun {
  let singular: String
  let plural: String

  /// Derives the nouns from a name of plain words; any other table has *rows*.
  ///
  /// A name with blanks, or in letters that English does not have, stays as it is written: nobody would know its English plural.
  init(table: String, ofCoreData isCoreData: Bool) {
    let isWords = table.count <= 24 && table.allSatisfy { $0.isLetter || $0 == " " }
    if isWords, !table.allSatisfy({ $0.isASCII && $0.isLetter }) {
      (singular, plural) = ("row", table.contains(where: \.isLetter) ? table : "rows")
      return
    }
    let words = ColumnName(table, ofCoreData: isCoreData).words.filter { !Self.marks.contains($0) }
    let isPlain = words.allSatisfy { word in word.allSatisfy { $0.isASCII && $0.isLetter } && word.count > 1 }
    guard let last = words.last, isPlain, last.count > 2, words.joined().count <= 24 else {
      (singular, plural) = ("row", "rows")
      return
    }
    let start = words.dropLast().map { $0 + " " }.joined()
    let one = Self.singular(of: last)
    singular = start + one
    plural = start + (one == last ? Self.plural(of: last) : last)
  }

  private static let marks: Set = ["tbl", "table", "tab"]
  private static let irregular = [
    "person": "people", "child": "children", "man": "men", "woman": "women", "shelf": "shelves",
    "life": "lives",
    "half": "halves", "leaf": "leaves", "index": "indexes", "series": "series", "species": "species",
    "news": "news", "progress": "progress", "data": "data", "media": "media", "music": "music",
    "staff": "staff",
    "status": "statuses",
    "bus": "buses", "address": "addresses",
  ]

  private static func singular(of word: String) -> String {
    if irregular[word] != nil { return word }
    if let one = irregular.first(where: { $0.value == word })?.key { return one }
    if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
    for ending in ["sses", "shes", "ches", "xes", "zzes"] where word.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    let isPlural = word.hasSuffix("s") && !["ss", "us", "is"].contains(where: word.hasSuffix)
    return isPlural ? String(word.dropLast()) : word
  }

  private static func plural(of word: String) -> String {
    if let many = irregular[word] { return many }
    if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
      return word.dropLast() + "ies"
    }
    return word + (["s", "x", "z", "ch", "sh"].contains(where: word.hasSuffix) ? "es" : "s")
  }
}
