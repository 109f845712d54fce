import Records

/// Finds fields by a column or label, or a prefix of either, ignoring case.
struct FieldNames {
  enum Match: Equatable {
    case field(Int)
    case several([Int])
    case none
  }

  let fields: [Field]
  let titles: [Int: Int]
  private let ownCount: Int
  private let columns, labels: [[UInt8]]
  /// The names of related fields, and their parts after the dot.
  private let relatedNames, relatedColumns: [[UInt8]]

  init(_ fields: [Field], related: [Field] = [], titles: [Int: Int] = [:]) {
    (self.fields, self.titles) = (fields + related, titles)
    ownCount = fields.count
    columns = fields.map { Self.fold($0.column) }
    labels = fields.map { Self.fold($0.label) }
    relatedNames = related.map { Self.fold($0.column) }
    relatedColumns = related.map { field in
      field.column.firstIndex(of: ".").map { Self.fold(String(field.column[$0...].dropFirst())) } ?? []
    }
  }

  /// Prefers columns to labels, full names to prefixes, and own fields to related ones, which need their full name or all after
  /// the dot; `isWhole` excludes prefixes.
  func match(_ name: String, isWhole: Bool = false) -> Match {
    if let index = closest(to: name) { return .field(index) }
    let folded = Self.fold(name)
    guard !folded.isEmpty else { return .none }
    for names in [columns, labels] {
      let found = names.indices.filter { names[$0] == folded }
      if !found.isEmpty { return Self.match(found) }
    }
    let whole = related(folded, in: relatedNames)
    if whole != .none { return whole }
    let own = isWhole ? .none : ownField(beginningWith: folded)
    return own == .none ? related(folded, in: relatedColumns) : own
  }

  private func closest(to name: String) -> Int? {
    let own = fields[..<ownCount]
    return fields.firstIndex { $0.column.utf8.elementsEqual(name.utf8) }
      ?? own.firstIndex { $0.label.utf8.elementsEqual(name.utf8) }
      ?? own.firstIndex { $0.column.isSameName(as: name) }
  }

  private func ownField(beginningWith folded: [UInt8]) -> Match {
    let found = columns.indices.filter {
      columns[$0].starts(with: folded) || labels[$0].starts(with: folded)
    }
    return Self.match(found)
  }

  /// A field name with a typing error, in query syntax; nil if there is no clear candidate.
  func nearest(to name: String) -> String? {
    let typed = Self.words(Self.fold(name))
    let near = fields.filter { field in
      [field.column, field.label].contains { TypingError.isOnly(between: typed, Self.words(Self.fold($0))) }
    }
    return near.count == 1 ? Query.name(near[0].column) : nil
  }

  private static func words(_ folded: [UInt8]) -> [[UInt8]] {
    folded.split { " _.".utf8.contains($0) }.map { Array($0) }
  }

  func beginsWithTable(_ name: String) -> Bool {
    guard let dot = name.firstIndex(of: ".") else { return false }
    return relatedNames.contains(Self.fold(String(name[..<dot])))
  }

  private func related(_ folded: [UInt8], in names: [[UInt8]]) -> Match {
    Self.match(names.indices.filter { names[$0] == folded }.map { ownCount + $0 })
  }

  private static func match(_ found: [Int]) -> Match {
    found.isEmpty ? .none : found.count == 1 ? .field(found[0]) : .several(found)
  }

  private static func fold(_ name: String) -> [UInt8] {
    Array(name.utf8).withUnsafeBytes { TextFold.withFold(of: $0) { Array($0) } }
  }
}
