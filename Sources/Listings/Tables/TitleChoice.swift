import Records

/// Chooses the fields that represent a row of an unknown table; the rules are explained in docs/schemas.md.
struct TitleChoice {
  private(set) var fields: [Int] = []

  package struct Column {
    let field: Field
    let name: ColumnName
    let sample: ColumnSample
    var isKey = false
    var isReference = false
    var isHousekeeping = false
  }

  private let columns: [Column]
  private let worths: [Worth?]
  private let table: String

  /// How well a column's values work as titles, best first.
  private enum Worth: Int {
    case words
    case longText
    case key
    case link
  }

  init(table: String, columns: [Column], key: [String]) {
    self.columns = columns
    self.table = ColumnName(table).joined
    worths = columns.map(Self.worth)
    // A part of a key tells little: in a joining table, many rows share it.
    let parts = key.compactMap { column in columns.firstIndex { $0.field.column == column } }
    let fallback = namedAnyhow ?? dates(besides: parts) ?? (parts.isEmpty ? nil : parts) ?? [leastBad]
    fields = best.map(completed) ?? fallback
  }

  /// The first two dates that are kept as texts, if a row has nothing else but its key to identify it.
  private func dates(besides key: [Int]) -> [Int]? {
    guard key.count == 1 else { return nil }
    let dates = columns.indices.filter {
      let kind = columns[$0].field.kind
      return !columns[$0].isHousekeeping && (kind == .partialDate || kind.dateForm == .isoText)
    }
    return dates.isEmpty ? nil : Array(dates.prefix(2))
  }

  private static func worth(_ column: Column) -> Worth? {
    guard !column.isHousekeeping, column.field.kind.holdsTexts, column.sample.tellsRowsApart else {
      return nil
    }
    switch column.sample.shape ?? .words {
    case .number, .date, .hash, .markup, .bytes: return nil
    case .link: return .link
    case .words: break
    }
    if column.isReference || column.name.ends(in: keyNames) || isCode(column) { return .key }
    return column.field.kind == .longText ? .longText : .words
  }

  /// Whether a column is a key of codes, such as *EUR*, without a name that suggests a title.
  private static func isCode(_ column: Column) -> Bool {
    column.isKey && !column.name.ends(in: ["name", "title", "label"]) && column.sample.holdsCodes
  }

  private static let keyNames: Set = [
    "id", "ids", "uuid", "guid", "code", "hash", "md5", "sha", "sha1", "sha256", "checksum", "token", "etag",
  ]

  private var best: [Int]? {
    if let named = named(where: { worths[$0] == .words || worths[$0] == .longText }) { return named }
    let words = columns.indices.filter { worths[$0] == .words }
    // A required column says more than an optional one, even in several lines: a quote and its page.
    let isRequired = { (index: Int) in columns[index].field.isRequired }
    let long = columns.indices.first { worths[$0] == .longText && isRequired($0) }
    if let long, !words.contains(where: isRequired) { return [long] }
    // If the names say nothing, the first column with mostly distinct values is best.
    if let first = words.first(where: { !columns[$0].sample.repeats }) { return [first] }
    let code = columns.indices.first { Self.isCode(columns[$0]) && !columns[$0].sample.repeats }
    if let first = words.first { return [code ?? first] }
    return columns.indices.compactMap { index in worths[index].map { (index, $0) } }
      .min { $0.1.rawValue < $1.1.rawValue }.map { [$0.0] }
  }

  /// The column called name or title, or first and last name, because a title beside those is a person's.
  private func named(where isGood: (Int) -> Bool) -> [Int]? {
    let good = columns.indices.filter(isGood)
    func first(_ matches: (ColumnName) -> Bool) -> [Int]? {
      good.first { matches(columns[$0].name) }.map { [$0] }
    }
    return first { $0.joined == "name" } ?? person ?? first { $0.joined == "title" }
      ?? first { [table + "name", table + "title"].contains($0.joined) || isNameOfRow($0) }
      ?? first { $0.ends(in: ["name", "title"]) && !Self.firstNames.contains($0.joined) }
      ?? first { $0.ends(in: ["label", "caption", "subject", "headline", "heading"]) }
      ?? first { name in
        ["name", "title"].contains { name.unnumbered.hasSuffix($0) }
          && !Self.partNames.contains(String(name.unnumbered))
      }
  }

  private func isNameOfRow(_ name: ColumnName) -> Bool {
    let row = table.hasSuffix("s") ? String(table.dropLast()) : table
    return [row + "name", row + "title"].contains(name.joined)
  }

  private var person: [Int]? {
    let texts = columns.indices.filter { columns[$0].field.kind.isText && !columns[$0].isReference }
    guard let first = texts.first(where: { isPart(columns[$0].name, of: Self.firstNames) }),
      let last = texts.first(where: { isPart(columns[$0].name, of: Self.lastNames) })
    else { return nil }
    return columns[first].sample.joined(with: columns[last].sample).tellsRowsApart ? [first, last] : nil
  }

  private func isPart(_ name: ColumnName, of names: Set<String>) -> Bool {
    let row = table.hasSuffix("s") ? String(table.dropLast()) : table
    return names.contains(name.joined)
      || [table, row].contains {
        name.joined.hasPrefix($0) && names.contains(String(name.joined.dropFirst($0.count)))
      }
  }

  private static let firstNames: Set = ["first", "firstname", "fname", "givenname", "forename"]
  private static let lastNames: Set = ["last", "lastname", "lname", "surname", "familyname"]
  private static let partNames = firstNames.union(lastNames).union(["subtitle", "middlename"])

  private var namedAnyhow: [Int]? {
    named { index in
      let column = columns[index]
      guard !column.isHousekeeping, !column.field.kind.isBytes, column.sample.tellsRowsApart else {
        return false
      }
      switch column.sample.shape ?? .words {
      case .words, .number, .date, .link: return true
      case .hash, .markup, .bytes: return false
      }
    }
  }

  private var leastBad: Int {
    let telling = columns.indices.filter {
      !columns[$0].isHousekeeping && !columns[$0].field.kind.isBytes && columns[$0].sample.tellsRowsApart
    }
    let isDate: (Int) -> Bool = { if case .date = columns[$0].field.kind { true } else { false } }
    return telling.first { !isDate($0) } ?? telling.first ?? 0
  }

  /// If the chosen column repeats in many rows, adds another one that makes all of them distinct.
  private func completed(_ chosen: [Int]) -> [Int] {
    guard chosen.count == 1, columns[chosen[0]].sample.repeats else { return chosen }
    let sample = columns[chosen[0]].sample
    let texts = columns.indices.filter { worths[$0] == .words }
    let numbers = columns.indices.filter {
      [.integer, .year].contains(columns[$0].field.kind) && !columns[$0].isKey && !columns[$0].isReference
        && !columns[$0].isHousekeeping && !columns[$0].name.ends(in: Self.keyNames)
    }
    let other = (texts + numbers).first { other in
      let joined = sample.joined(with: columns[other].sample)
      return other != chosen[0] && joined.distinctCount == sample.values.count
    }
    return chosen + (other.map { [$0] } ?? [])
  }
}
