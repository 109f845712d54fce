/// A name as SQL takes it, whatever characters it holds: in double quotes, with those inside it doubled.
///
/// Names come out of the database and so are data. Each statement is built of fixed words, of names that went through
/// here, and of `?`.
func quoted(_ name: String) -> String {
  var quoted = "\""
  for character in name.unicodeScalars {
    if character == "\"" { quoted.unicodeScalars.append(character) }
    quoted.unicodeScalars.append(character)
  }
  return quoted + "\""
}
