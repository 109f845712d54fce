import Records

/// What a column of a file may be meant for by its name: a field, or values that the table itself makes.
struct ColumnTarget {
  /// The field's index; nil for a key, or a generated column.
  let field: Int?
  private let names: [String]
  private let foldedNames: [String]

  private init(_ field: Int?, _ names: [String]) {
    (self.field, self.names, foldedNames) = (field, names, names.map(Self.folded))
  }

  /// Everything that a table has a name for: its fields, by their columns and labels, and then what it makes itself.
  static func all(of schema: Schema) -> [ColumnTarget] {
    let fields = schema.fields.indices.filter { !schema.fields[$0].isGenerated }
    let keys = schema.key.columns.filter { key in !fields.contains { schema.fields[$0].column == key } }
    let made = keys + schema.fields.filter(\.isGenerated).map(\.column)
    return fields.map { ColumnTarget($0, [schema.fields[$0].column, schema.fields[$0].label]) }
      + made.map { ColumnTarget(nil, [$0]) }
  }

  /// The targets of columns, by their places: exact names first, for all columns, and none is taken twice.
  ///
  /// A column whose closest target is taken has none, and neither has one that is only a little like several.
  ///
  /// - Parameters:
  ///   - open: The places of the columns that get a target.
  ///   - taken: The fields that others have already.
  static func assigned(
    _ columns: [String], at open: [Int], _ targets: [ColumnTarget], taken: Set<Int>
  ) -> [Int: ColumnTarget] {
    var free = targets.map { $0.field.map(taken.contains) != true }
    let folded = columns.map(folded)
    var (assigned, rest): ([Int: ColumnTarget], [Int]) = ([:], open)
    for likeness in Likeness.allCases {
      rest.removeAll { place in
        let found = targets.indices.filter {
          targets[$0].has(columns[place], folded: folded[place], likeness)
        }
        guard let first = found.first(where: { free[$0] }), found.count == 1 || !likeness.isFolded else {
          return !found.isEmpty
        }
        free[first] = false
        assigned[place] = targets[first]
        return true
      }
    }
    return assigned
  }

  /// The field with a name, the closest one if none has exactly that.
  static func field(_ name: String, in targets: [ColumnTarget]) -> Int? {
    let targets = targets.filter { $0.field != nil }
    return assigned([name], at: [0], targets, taken: [])[0]?.field
  }

  /// Which of some names is the closest to another one; nil if none is like it.
  static func closest(to name: String, among names: [String]) -> Int? {
    let targets = names.enumerated().map { ColumnTarget($0, [$1]) }
    return field(name, in: targets)
  }

  /// How a name may be like that of a target, the closest first.
  private enum Likeness: CaseIterable {
    case column, label, columnInAnyCase, foldedColumn, foldedLabel

    var isFolded: Bool { self == .foldedColumn || self == .foldedLabel }
  }

  private func has(_ name: String, folded: String, _ likeness: Likeness) -> Bool {
    switch likeness {
    case .column: names[0] == name
    case .label: names.last == name
    case .columnInAnyCase: names[0].isSameName(as: name)
    case .foldedColumn: foldedNames[0] == folded
    case .foldedLabel: foldedNames.last == folded
    }
  }

  /// Whether two names are the same but for case, blanks, underscores and hyphens.
  static func isAlike(_ left: String, _ right: String) -> Bool { folded(left) == folded(right) }

  /// A name in small letters, without blanks, underscores and hyphens.
  static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != " " && $0 != "_" && $0 != "-" }
  }
}
