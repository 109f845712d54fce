import CSQLite

/// A name as an SQL identifier, whatever characters it has: unchanged if it can only be a name, otherwise in
/// backquotes, with any backquotes inside doubled.
///
/// Names come from the database and are untrusted data. Each statement is built of fixed words, of names quoted here,
/// and of `?`. In double quotes, SQLite would treat a name that the table no longer has as a string (quirks.html, 8).
package func quoted(_ name: String) -> String {
  if isPlain(name) { return name }
  var quoted = "`"
  for character in name.unicodeScalars {
    if character == "`" { quoted.unicodeScalars.append(character) }
    quoted.unicodeScalars.append(character)
  }
  return quoted + "`"
}

/// Whether a name is an ASCII word that is not a keyword of SQLite.
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
