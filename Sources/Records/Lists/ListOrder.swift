/// The fields that a list is sorted by, with their directions.
///
/// Texts are compared without case, dates and numbers by value; NULL comes last in either direction. The next field breaks ties,
/// and finally the table's own order does.
public struct ListOrder: Hashable, Sendable {
  /// A sort field with its direction.
  public struct Term: Hashable, Sendable {
    /// The field's index in `Schema.fields`.
    public var field: Int
    /// Whether the greatest value comes first.
    public var isDescending: Bool

    /// Creates a term.
    public init(field: Int, isDescending: Bool = false) {
      (self.field, self.isDescending) = (field, isDescending)
    }
  }

  /// The sort fields without repetition, most important first; empty for the table's own order.
  public private(set) var terms: [Term]
  private var isOwnDescending = false

  /// Sorts by one field, or by the table's own order.
  public init(field: Int? = nil, isDescending: Bool = false) {
    terms = field.map { [Term(field: $0, isDescending: isDescending)] } ?? []
    isOwnDescending = field == nil && isDescending
  }

  /// Sorts by several fields; for a repeated field the first term counts.
  public init(_ terms: [Term]) {
    self.terms = []
    for term in terms where !fields.contains(term.field) { self.terms.append(term) }
  }

  /// The most important field; nil for the table's own order.
  public var field: Int? { terms.first?.field }

  /// Whether the most important field is sorted in descending order.
  public var isDescending: Bool { terms.first?.isDescending ?? isOwnDescending }

  /// The sort fields, most important first.
  public var fields: [Int] { terms.map(\.field) }

  /// The table's own order.
  public static let own = ListOrder()

  /// The most important field, if rows usually share its values; nil for the title.
  public func group(in schema: Schema) -> Int? {
    guard let field, !schema.titleFields.contains(field) else { return nil }
    return switch schema.field(at: field).kind {
    case .text, .choice, .boolean, .rating, .year, .list: field
    default: nil
    }
  }

  /// The order with all directions reversed; ties keep the table's own order.
  public var reversed: ListOrder {
    if terms.isEmpty { return ListOrder(isDescending: !isOwnDescending) }
    return ListOrder(terms.map { Term(field: $0.field, isDescending: !$0.isDescending) })
  }

  /// Adds a field as the least important one, or removes it.
  public mutating func toggle(_ field: Int) {
    let others = terms.filter { $0.field != field }
    self = ListOrder(others.count < terms.count ? others : terms + [Term(field: field)])
  }

  /// Reverses a field's direction, if the order uses it.
  public mutating func reverse(_ field: Int) {
    guard let place = fields.firstIndex(of: field) else { return }
    terms[place].isDescending.toggle()
  }
}
