/// A list as text: items separated by semicolons, or by commas if there is no semicolon.
package enum ListText {
  /// Drops empty items and surrounding white space.
  package static func parts(of list: String) -> [String] { parts(of: list, separator: separator(of: list)) }

  private static func separator(of list: String) -> Character { list.contains(";") ? ";" : "," }

  private static func parts(of list: String, separator: Character) -> [String] {
    list.split(separator: separator).map { part in
      String(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }.filter { !$0.isEmpty }
  }

  static func normalized(_ list: String) -> String {
    parts(of: list).joined(separator: "\(separator(of: list)) ")
  }

  /// Whether a list contains a value, or is equal to it, byte by byte.
  package static func holds(_ part: Value, in list: Value) -> Bool {
    if list == part { return true }
    guard case .text(let part) = part, case .text(let list) = list else { return false }
    return parts(of: list.string).contains { Text($0) == part }
  }

  /// Drops repetitions; returns the first list itself if it has all items.
  static func joined(_ lists: [String], or first: Value) -> Value {
    var kept = parts(of: lists[0])
    let count = kept.count
    for list in lists.dropFirst() {
      for part in parts(of: list) where !kept.contains(part) { kept.append(part) }
    }
    if kept.count == count { return first }
    let needsSemicolon = lists.contains { $0.contains(";") } || kept.contains { $0.contains(",") }
    return .text(Text(kept.joined(separator: needsSemicolon ? "; " : ", ")))
  }

  /// Replaces an item, perhaps by several; NULL removes it.
  package static func replacing(_ old: Value, by new: Value, in list: Value) -> Value {
    guard list != old, case .text(let text) = list, case .text(let old) = old else { return new }
    let added = if case .text(let new) = new { new.string } else { "" }
    let separator: Character = text.string.contains(";") || added.contains(";") ? ";" : ","
    let replacement = parts(of: added, separator: separator).map { Text($0) }
    var kept: [Text] = []
    for part in parts(of: text.string).map({ Text($0) }) {
      for part in part == old ? replacement : [part] where !kept.contains(part) { kept.append(part) }
    }
    if kept.isEmpty { return new }
    return .text(Text(joined(kept.map(\.string), hasSemicolons: separator == ";")))
  }

  package static func joined(_ parts: [String], like list: String) -> String {
    joined(parts, hasSemicolons: list.contains(";"))
  }

  private static func joined(_ parts: [String], hasSemicolons: Bool) -> String {
    // Without a semicolon, a comma inside an item would split it.
    let needsSemicolon = hasSemicolons || parts.contains { $0.contains(",") }
    let joined = parts.joined(separator: needsSemicolon ? "; " : ", ")
    return parts.count == 1 && joined.contains(",") ? joined + ";" : joined
  }
}
