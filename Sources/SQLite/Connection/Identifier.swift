import CSQLite

/// A name as an SQL identifier, in backquotes unless it can only be a name.
///
/// Names are untrusted data. Each statement consists of fixed words, names quoted here, and `?`. In double quotes, SQLite
/// would treat a name that the table no longer has as a string (quirks.html, 8).
package func quoted(_ name: String) -> String {
  if isPlain(name) { return name }
  var quoted = "`"
  for character in name.unicodeScalars {
    if character == "`" { quoted.unicodeScalars.append(character) }
    quoted.unicodeScalars.append(character)
  }
  return quoted + "`"
}

private func isPlain(_ name: String) -> Bool {
  var isFirst = true
  for byte in name.utf8 {
    let isLetter = (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
    guard isLetter || !isFirst && (48...57).contains(byte) else { return false }
    isFirst = false
  }
  if isFirst || ["true", "false"].contains(name.lowercased()) { return false }
  return sqlite3_keyword_check(name, Int32(name.utf8.count)) == 0
}
