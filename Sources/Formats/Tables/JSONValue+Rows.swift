extension JSONValue {
  private static let rowNames: Set<String> = [
    "books", "items", "rows", "records", "data", "results", "entries", "docs", "documents", "library", "list",
  ]

  /// The rows of an object with a list of them, such as `{"books": […]}`; nil if the object is a row itself.
  var enclosedRows: [JSONValue]? {
    guard case .object(let members) = self else { return nil }
    let lists = members.filter {
      if case .list(let values) = $0.value { values.allSatisfy(\.isObject) } else { false }
    }
    guard lists.count == 1, let rows = lists.first, case .list(let values) = rows.value else { return nil }
    let isNamed = Self.rowNames.contains(rows.name.lowercased()) && self["title"] == nil
    return members.count == 1 || isNamed ? values : nil
  }

  /// The items of a list as people write them, `Ann Author; Bo Other`; nil for anything else.
  var listText: String? {
    guard case .list(let values) = self else { return nil }
    var parts: [String] = []
    for value in values {
      if case .null = value { continue }
      guard let part = value.partText else { return nil }
      if !part.isEmpty { parts.append(part) }
    }
    return parts.joined(separator: "; ")
  }

  private var partText: String? {
    switch self {
    case .string(let text): text
    case .number(let digits): digits
    case .object:
      ["name", "full_name", "fullName", "literal", "label", "title"].lazy.compactMap { self[$0]?.plain }.first
        ?? personText
    default: nil
    }
  }

  private var personText: String? {
    func first(_ names: String...) -> String? { names.lazy.compactMap { self[$0]?.plain }.first }
    let parts = [
      first("family", "last", "lastName", "last_name"), first("given", "first", "firstName", "first_name"),
    ]
    let text = parts.compactMap(\.self).joined(separator: ", ")
    return text.isEmpty ? nil : text
  }
}
