/// A list field whose value comes from related rows: those that refer to a row, or one that it refers to.
///
/// SQLite computes it on demand. It is not part of a record and cannot be edited.
public struct RelatedField: Hashable, Sendable {
  /// The name and kind of the field; its column is the name for searches, such as `reading.finished`.
  public var field: Field
  /// How the values of the related rows are combined.
  public var part: Part
  /// The value taken from each related row.
  public var content: Content
  /// The table of the related rows.
  public var table: String
  /// The columns of the related rows, and those of a row that they are compared with, unquoted.
  public var columns, targets: [String]
  /// Whether an index finds the related rows, so that a list can read the field and sort by it.
  public var isIndexed: Bool
  /// The index of the table's own reference field that this field replaces by the title of the referenced row.
  public var reference: Int?

  /// How the values of the related rows are combined.
  public enum Part: Hashable, Sendable {
    /// A list shows all values, separated by semicolons.
    case all
    case single
    /// NULL if there are no rows.
    case number
    /// 0 if there are no rows.
    case count
    case first
    case last
    case sum
    case average
  }

  /// The value taken from each related row.
  public enum Content: Hashable, Sendable {
    case row
    case column(String)
    case title(Target)
    /// In SQL, over the related row.
    case computed(String)
  }

  /// A row that a related row refers to.
  public struct Target: Hashable, Sendable {
    /// The table of the referenced row.
    public var table: String
    /// The columns of the related row, and those that they are compared with, unquoted.
    public var columns, targets: [String]
    /// The columns of the title, unquoted.
    public var titles: [String]

    package init(table: String, columns: [String], targets: [String], titles: [String]) {
      (self.table, self.columns, self.targets, self.titles) = (table, columns, targets, titles)
    }
  }

  package init(
    field: Field, part: Part, content: Content, table: String, columns: [String], targets: [String],
    isIndexed: Bool
  ) {
    (self.field, self.part, self.content) = (field, part, content)
    (self.table, self.columns, self.targets, self.isIndexed) = (table, columns, targets, isIndexed)
  }

  /// Whether the field is a list made by a joining table, to which items can be added.
  public var isJoined: Bool {
    guard case .title(let target) = content else { return false }
    return part == .all && target.titles.count == 1
  }

  /// Whether a list can show the field; it cannot show lists of dates stored as numbers.
  public var isShown: Bool {
    guard part == .all, let form = field.kind.dateForm else { return true }
    return form == .isoText
  }

  /// Whether a list can be sorted by the field.
  public var isSortable: Bool { isIndexed && isShown }

  /// Whether the field is offered in menus; others can only be named.
  public var isOffered: Bool {
    guard isShown, part != .count, part != .single else { return false }
    if case .title = content { return true }
    if case .computed = content { return false }
    return part != .all
  }
}

extension Schema {
  /// The list field with a valid index: the table's own fields, followed by the related ones.
  public func field(at index: Int) -> Field {
    index < fields.count ? fields[index] : related[index - fields.count].field
  }

  /// The related field with an index; nil for the table's own fields or an invalid index.
  public func related(at index: Int) -> RelatedField? {
    related.indices.contains(index - fields.count) ? related[index - fields.count] : nil
  }

  /// The sortable fields in menus: the table's own, references by the titles of their rows, and related fields.
  public var offeredFields: [Int] { offeredColumns.filter(isSortable) }

  /// The columns that menus offer, including fields that cannot be sorted by.
  public var offeredColumns: [Int] {
    let others = related.indices.filter { related[$0].isOffered }
    return fields.indices.map(titleOfReference) + others.map { fields.count + $0 }
  }

  /// The field that shows a field to people: for a reference, the title of its row.
  public func titleOfReference(_ field: Int) -> Int {
    related.firstIndex { $0.isShown && $0.reference == field }.map { fields.count + $0 } ?? field
  }

  /// The indices of the lists that joining tables make.
  public var joinedFields: [Int] { related.indices.filter { related[$0].isJoined }.map { fields.count + $0 } }

  /// Whether a list can show a field.
  public func isShowable(_ index: Int) -> Bool {
    fields.indices.contains(index) || related(at: index)?.isShown == true
  }

  /// Whether a list can read a field with its rows and sort by it.
  public func isSortable(_ index: Int) -> Bool {
    fields.indices.contains(index) || related(at: index)?.isSortable == true
  }

  /// The list field with a column's name; the table's own fields take precedence.
  public func listField(named column: String) -> Int? {
    field(named: column)
      ?? related.firstIndex { $0.field.column.isSameName(as: column) }.map { fields.count + $0 }
  }
}
