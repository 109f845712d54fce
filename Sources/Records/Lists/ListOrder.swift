/// What a list is ordered by, and which end comes first.
///
/// Texts are ordered without regard to case, dates and numbers by value, and NULL comes last either way. Rows that are
/// equal in one field are ordered by the next one; those that are equal in all of them keep the table's own order among
/// themselves.
public struct ListOrder: Hashable, Sendable {
  /// A field to order by.
  public struct Term: Hashable, Sendable {
    /// The field's index in `Schema.fields`.
    public var field: Int
    /// Whether the greatest comes first.
    public var isDescending: Bool

    /// Makes a term of its parts.
    public init(field: Int, isDescending: Bool = false) {
      self.field = field
      self.isDescending = isDescending
    }
  }

  /// The fields to order by, none of them twice, the most important one first; none for the table's own order, which is
  /// that of the key.
  public private(set) var terms: [Term]
  /// Whether the table's own order is turned round.
  private var isOwnDescending = false

  /// Makes an order by one field, or without one the table's own.
  public init(field: Int? = nil, isDescending: Bool = false) {
    terms = field.map { [Term(field: $0, isDescending: isDescending)] } ?? []
    isOwnDescending = field == nil && isDescending
  }

  /// Makes an order by several fields; of terms with the same field the first one counts.
  public init(_ terms: [Term]) {
    self.terms = []
    for term in terms where !fields.contains(term.field) { self.terms.append(term) }
  }

  /// The most important field, or nil for the table's own order.
  public var field: Int? { terms.first?.field }

  /// Whether the greatest of the most important field comes first.
  public var isDescending: Bool { terms.first?.isDescending ?? isOwnDescending }

  /// The fields to order by, the most important one first.
  public var fields: [Int] { terms.map(\.field) }

  /// The table's own order.
  public static let own = ListOrder()

  /// The most important field, if several rows of a table usually share a value of it; nil for the title.
  public func group(in schema: Schema) -> Int? {
    guard let field, !schema.titleFields.contains(field) else { return nil }
    return switch schema.field(at: field).kind {
    case .text, .choice, .boolean, .rating, .year, .list: field
    default: nil
    }
  }

  /// The same order from the other end; rows that are equal keep the table's own order.
  public var reversed: ListOrder {
    if terms.isEmpty { return ListOrder(isDescending: !isOwnDescending) }
    return ListOrder(terms.map { Term(field: $0.field, isDescending: !$0.isDescending) })
  }

  /// Adds a field as the least important one, or takes it out.
  public mutating func toggle(_ field: Int) {
    let others = terms.filter { $0.field != field }
    self = ListOrder(others.count < terms.count ? others : terms + [Term(field: field)])
  }

  /// Turns the direction of one of the fields round; nothing happens if it is none of them.
  public mutating func reverse(_ field: Int) {
    guard let place = fields.firstIndex(of: field) else { return }
    terms[place].isDescending.toggle()
  }
}
