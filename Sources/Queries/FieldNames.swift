import Records

/// Finds fields by what is typed for them: a column or a label, or how one of them begins, in any case.
struct FieldNames {
  /// What a name may stand for.
  enum Match: Equatable {
    case field(Int)
    case several([Int])
    case none
  }

  /// The fields of the table, followed by the related ones.
  let fields: [Field]
  /// The fields with the titles of the rows that a table's own fields refer to, by these.
  let titles: [Int: Int]
  private let ownCount: Int
  private let columns: [[UInt8]]
  private let labels: [[UInt8]]
  /// The columns of the related fields, and what is behind the dot of those that have one.
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

  /// The field of a name: a column goes before a label, a whole name before the beginning of one, and the table's own
  /// fields before related ones, which are named as a whole or by what is behind their dot.
  ///
  /// - Parameter isWhole: Whether a beginning is not enough.
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

  /// The field with exactly a column or a label, or with a column that is the same name to SQLite.
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

  /// The name of the field that is meant by one with a typing error, as a query takes it; nil if that is not clear.
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

  /// Whether what is before a dot in a name is that of a table with related rows.
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
