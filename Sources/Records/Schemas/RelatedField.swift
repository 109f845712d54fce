/// A field of a list whose value comes from other rows: those that point to a row, or one that it points to.
///
/// SQLite works it out when it is asked for. It is no part of a record, and cannot be edited.
public struct RelatedField: Hashable, Sendable {
  /// How it is called and shown; its column is the name by which people find it, as in `reading.finished`.
  public var field: Field
  /// How the values of the other rows become one.
  public var part: Part
  /// What is taken from each of the other rows.
  public var content: Content
  /// The table of the other rows.
  public var table: String
  /// The columns of the other rows that are compared, unquoted.
  public var columns: [String]
  /// The columns of a row that they are compared with, unquoted.
  public var targets: [String]
  /// Whether an index leads to the other rows, so that a list can read the field with its rows and be sorted by it.
  public var isIndexed: Bool
  /// The table's own field that is shown by this one, by its index: a reference, by the title of its row.
  public var reference: Int?

  /// How the values of the other rows become one.
  public enum Part: Hashable, Sendable {
    /// One of them has to match; a list shows them all, separated by semicolons.
    case all
    /// There is one other row at most, whose value it is.
    case single
    /// The number of rows, and NULL for none.
    case number
    /// The number of rows, also 0.
    case count
    /// The least value.
    case first
    /// The greatest value.
    case last
    /// The sum of the values.
    case sum
    /// The average of the values, with two places.
    case average
  }

  /// What is taken from each of the other rows.
  public enum Content: Hashable, Sendable {
    /// Nothing but that it is there.
    case row
    /// The value of a column, unquoted.
    case column(String)
    /// The title of a row that the other row points to.
    case title(Target)
  }

  /// A row that one of the other rows points to.
  public struct Target: Hashable, Sendable {
    /// Its table.
    public var table: String
    /// The columns of the other row, and those that they are compared with, unquoted.
    public var columns, targets: [String]
    /// The columns that its title consists of, unquoted.
    public var titles: [String]

    /// Creates one from its parts.
    public init(table: String, columns: [String], targets: [String], titles: [String]) {
      (self.table, self.columns, self.targets, self.titles) = (table, columns, targets, titles)
    }
  }

  /// Creates one from its parts.
  public init(
    field: Field, part: Part, content: Content, table: String, columns: [String], targets: [String],
    isIndexed: Bool
  ) {
    (self.field, self.part, self.content) = (field, part, content)
    (self.table, self.columns, self.targets, self.isIndexed) = (table, columns, targets, isIndexed)
  }

  /// Whether it is a list that a joining table makes, so that parts can be added to it.
  public var isJoined: Bool {
    guard case .title(let target) = content else { return false }
    return part == .all && target.titles.count == 1
  }

  /// Whether a list can show it.
  ///
  /// Dates that are numbers cannot be shown as a list of texts.
  public var isShown: Bool {
    guard part == .all, let form = field.kind.dateForm else { return true }
    return form == .isoText
  }

  /// Whether a list can be sorted by it.
  public var isSortable: Bool { isIndexed && isShown }

  /// Whether it is offered where people choose fields; the others are found by their names.
  public var isOffered: Bool {
    guard isShown, part != .count, part != .single else { return false }
    if case .title = content { return true }
    return part != .all
  }
}

extension Schema {
  /// The field of a list with an index: one of the table's own, or behind these a related one.
  ///
  /// - Precondition: There is one.
  public func field(at index: Int) -> Field {
    index < fields.count ? fields[index] : related[index - fields.count].field
  }

  /// The related field with an index; nil for one of the table's own, or for none.
  public func related(at index: Int) -> RelatedField? {
    related.indices.contains(index - fields.count) ? related[index - fields.count] : nil
  }

  /// The indices of the fields that a choice of fields offers: the table's own, references by the titles of their rows, and
  /// related fields.
  public var offeredFields: [Int] { offeredColumns.filter(isSortable) }

  /// The same for the columns of a list, including fields that it cannot be sorted by.
  public var offeredColumns: [Int] {
    let others = related.indices.filter { related[$0].isOffered }
    return fields.indices.map(titleOfReference) + others.map { fields.count + $0 }
  }

  /// The field by which people read one: for a reference, the title of its row.
  public func titleOfReference(_ field: Int) -> Int {
    related.firstIndex { $0.isShown && $0.reference == field }.map { fields.count + $0 } ?? field
  }

  /// The indices of the lists that joining tables make.
  public var joinedFields: [Int] { related.indices.filter { related[$0].isJoined }.map { fields.count + $0 } }

  /// Whether a list can show a field.
  public func isShowable(_ index: Int) -> Bool {
    fields.indices.contains(index) || related(at: index)?.isShown == true
  }

  /// Whether a list can read a field with its rows and be sorted by it.
  public func isSortable(_ index: Int) -> Bool {
    fields.indices.contains(index) || related(at: index)?.isSortable == true
  }

  /// The field of a list with a column's name; the table's own come first.
  public func listField(named column: String) -> Int? {
    field(named: column)
      ?? related.firstIndex { $0.field.column.isSameName(as: column) }.map { fields.count + $0 }
  }
}
