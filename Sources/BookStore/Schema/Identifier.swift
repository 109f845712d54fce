import CSQLite

/// A name as SQL takes it, whatever characters it holds: plain where it can be nothing but a name, otherwise in backquotes,
/// with those inside it doubled.
///
/// Names come out of the database and so are data. Each statement is built of fixed words, of names that went through
/// here, and of `?`. In double quotes SQLite would take a name that the table has no more for a string (quirks.html, 8).
func quoted(_ name: String) -> String {
  if isPlain(name) { return name }
  var quoted = "`"
  for character in name.unicodeScalars {
    if character == "`" { quoted.unicodeScalars.append(character) }
    quoted.unicodeScalars.append(character)
  }
  return quoted + "`"
}

/// Whether a name is a word of ASCII that SQLite has no use for itself.
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
