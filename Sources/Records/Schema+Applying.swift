/// What cannot be said of a schema by hand; it carries no wording.
public enum SchemaError: Error, Hashable, Sendable {
  /// No field has a column of the name.
  case noSuchColumn(String)
  /// No kind has the name.
  case noSuchKind(String)
}

extension Schema {
  /// The schema with a title and kinds that were said by hand, which go before those that were found.
  ///
  /// Columns are found in any case, also in a title of several columns. The kinds are called as `Field.Kind.names` says.
  ///
  /// - Parameters:
  ///   - title: The column that stands for a row, or several that are parted by commas; nil keeps the title. A column
  ///     whose own name has commas goes before.
  ///   - kinds: Columns with the names of their kinds; of two for one column the last counts.
  /// - Throws: `noSuchColumn` or `noSuchKind` with the name as it was given.
  public func applying(
    title: String?, kinds: [(column: String, kind: String)]
  ) throws(SchemaError) -> Schema {
    var schema = self
    if let title { schema.titleFields = try titleFields(title) }
    for (column, name) in kinds {
      let index = try field(of: column)
      guard let kind = Field.Kind(name: name) else { throw .noSuchKind(name) }
      schema.fields[index].kind = kind
      schema.fields[index].reading = nil
    }
    return schema
  }

  private func titleFields(_ title: String) throws(SchemaError) -> [Int] {
    if title.contains(","), let whole = try? field(of: title) { return [whole] }
    var indices: [Int] = []
    for column in title.split(separator: ",", omittingEmptySubsequences: false) {
      let index = try field(of: String(column))
      if !indices.contains(index) { indices.append(index) }
    }
    return indices
  }

  private func field(of column: String) throws(SchemaError) -> Int {
    let index =
      fields.firstIndex { $0.column == column }
      ?? fields.firstIndex { $0.column.lowercased() == column.lowercased() }
    guard let index else { throw .noSuchColumn(column) }
    return index
  }
}

extension Field.Kind {
  /// What each kind is called where it is said by hand.
  ///
  /// Dates are called alike: `date`, or `date-time` with the time of day, then the year from which they are counted
  /// unless that is 1970, then the unit unless it is a second: `date-time-2001-ns`.
  public static let names: [(name: String, kind: Field.Kind)] =
    plainNames
    + Field.DateForm.allCases.filter { !$0.suffix.isEmpty }.flatMap { form in
      [("date" + form.suffix, .date(form)), ("date-time" + form.suffix, .dateTime(form))]
    }

  /// The names without those of dates that are counted from other years than 1970, or in other units than seconds.
  public static let plainNames: [(name: String, kind: Field.Kind)] = [
    ("text", .text), ("long", .longText), ("integer", .integer), ("decimal", .decimal), ("real", .real),
    ("boolean", .boolean), ("date", .date(.secondsSince1970)), ("date-time", .dateTime(.secondsSince1970)),
    ("julian", .date(.julianDay)), ("julian-time", .dateTime(.julianDay)), ("iso-date", .date(.isoText)),
    ("iso-date-time", .dateTime(.isoText)), ("photo", .photo), ("blob", .blob),
  ]

  /// Finds the kind of a name, in any case.
  public init?(name: String) {
    guard let entry = Self.names.first(where: { $0.name == name.lowercased() }) else { return nil }
    self = entry.kind
  }

  /// What the kind is called where it is said by hand.
  public var name: String { Self.names.first { $0.kind == self }?.name ?? "" }
}
