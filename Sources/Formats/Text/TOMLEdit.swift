/// Changes one entry of a TOML text, and leaves everything else as it is.
public enum TOMLEdit {
  /// The text with another value for a key outside all tables; the line that it had before stays as a comment.
  ///
  /// - Parameters:
  ///   - key: The key, a bare one.
  ///   - value: The value as TOML writes it.
  ///   - text: The text.
  /// - Throws: `TOMLProblem` for the first thing that is wrong with the text, which cannot be changed safely then.
  public static func set(_ key: String, to value: String, in text: String) throws(TOMLProblem) -> String {
    let old = try TOMLReader.entries(of: text).first { $0.table.isEmpty && $0.key == key }
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // What follows the header of a table belongs to it, so a new key comes first.
    let place = old.map { $0.line - 1 } ?? 0
    if old != nil { lines[place] = "# " + lines[place] }
    lines.insert("\(key) = \(value)", at: old == nil ? place : place + 1)
    let new = lines.joined(separator: "\n")
    _ = try TOMLReader.entries(of: new)
    return new
  }
}
