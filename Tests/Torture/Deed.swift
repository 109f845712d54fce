/// What somebody who edits a notebook was told about a book, by its title.
enum Deed: Hashable {
  /// A note was accepted.
  case noted(String, String)
  /// The database has the last note.
  case written(String)
  /// The book is in the database.
  case came(String)
  /// The book is not in the database any more.
  case went(String)
  /// What was told leaves open what the database has.
  case doubted(String)
}

extension Deed: CustomStringConvertible {
  /// The deed as words on a line; no title or note has a space in it.
  var description: String {
    switch self {
    case .noted(let title, let note): "noted \(title) \(note)"
    case .written(let title): "written \(title)"
    case .came(let title): "came \(title)"
    case .went(let title): "went \(title)"
    case .doubted(let title): "doubted \(title)"
    }
  }

  init?(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("noted", 3): self = .noted(words[1], words[2])
    case ("written", 2): self = .written(words[1])
    case ("came", 2): self = .came(words[1])
    case ("went", 2): self = .went(words[1])
    case ("doubted", 2): self = .doubted(words[1])
    default: return nil
    }
  }
}
