/// Changes one entry of a TOML text, and leaves everything else as it is.
package enum TOMLEdit {
  /// Sets a key outside all tables; its previous line is kept as a comment.
  ///
  /// - Parameters:
  ///   - key: A bare key.
  ///   - value: The value in TOML syntax.
  /// - Throws: `TOMLProblem` for the first error in the text, which then cannot be changed safely.
  package static func set(_ key: String, to value: String, in text: String) throws(TOMLProblem) -> String {
    let old = try TOMLReader.entries(of: text).first { $0.table.isEmpty && $0.key == key }
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // A key after a table's header would belong to that table, so a new key comes first.
    let place = old.map { $0.line - 1 } ?? 0
    if old != nil { lines[place] = "# " + lines[place] }
    lines.insert("\(key) = \(value)", at: old == nil ? place : place + 1)
    let new = lines.joined(separator: "\n")
    _ = try TOMLReader.entries(of: new)
    return new
  }
}
