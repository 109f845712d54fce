/// What a list is ordered by, and which end comes first.
///
/// Texts are ordered without regard to case, dates and numbers by value, and NULL comes last either way. Rows that are
/// equal in the field keep the table's own order among themselves.
public struct ListOrder: Hashable, Sendable {
  /// The field's index in `Schema.fields`, or nil for the table's own order, which is that of the key.
  public var field: Int?
  /// Whether the greatest comes first.
  public var isDescending: Bool

  /// Makes an order; without a field it is the table's own.
  public init(field: Int? = nil, isDescending: Bool = false) {
    self.field = field
    self.isDescending = isDescending
  }

  /// The table's own order.
  public static let own = ListOrder()

  /// The same order from the other end.
  public var reversed: ListOrder { ListOrder(field: field, isDescending: !isDescending) }
}
