import Records

/// Which fields stand for a row of a table that is not known.
struct TitleChoice {
  /// The indices of the fields, never empty: what is called a name or title, else a person's first and last name,
  /// else the first text, else the whole key, else the first field.
  ///
  /// A title beside first and last name is that of a person, whom the names tell better.
  let fields: [Int]

  init(table: String, fields: [Field], key: [String]) {
    let names = fields.map { ColumnName($0.column) }
    let table = ColumnName(table).joined
    func first(_ matches: (ColumnName) -> Bool) -> [Int]? { names.firstIndex(where: matches).map { [$0] } }
    var person: [Int]?
    if let first = names.firstIndex(where: { Self.firstNames.contains($0.joined) }),
      let last = names.firstIndex(where: { Self.lastNames.contains($0.joined) })
    {
      person = [first, last]
    }
    // A part of a key says little: in a table that joins two others it is that of many rows.
    let parts = key.compactMap { column in fields.firstIndex { $0.column == column } }
    self.fields =
      first { $0.joined == "name" } ?? person ?? first { $0.joined == "title" }
      ?? first { [table + "name", table + "title"].contains($0.joined) }
      ?? first { $0.ends(in: ["name", "title"]) && !Self.firstNames.contains($0.joined) }
      ?? fields.firstIndex { $0.kind.isText }.map { [$0] }
      ?? (parts.isEmpty ? [0] : parts)
  }

  private static let firstNames: Set = ["first", "firstname", "fname", "givenname", "forename"]
  private static let lastNames: Set = ["last", "lastname", "lname", "surname", "familyname"]
}
