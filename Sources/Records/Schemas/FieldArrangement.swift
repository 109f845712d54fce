/// The person's order of a table's fields, by column, and the fields that the person has hidden.
public struct FieldArrangement: Hashable, Sendable {
  /// The fields that come first; the others follow in table order.
  public var columns: [String]
  /// The fields hidden in a detail.
  public var hidden: Set<String>
  /// Whether a detail folds empty fields; nil if the person has not chosen.
  public var foldsEmpty: Bool?

  /// Creates an arrangement, by default that of the table.
  public init(columns: [String] = [], hidden: Set<String> = [], foldsEmpty: Bool? = nil) {
    (self.columns, self.hidden, self.foldsEmpty) = (columns, hidden, foldsEmpty)
  }

  /// The indices of the fields in this order, each once.
  public func order(of fields: [Field]) -> [Int] {
    var order: [Int] = []
    for column in columns {
      if let place = fields.firstIndex(where: { $0.column == column }), !order.contains(place) {
        order.append(place)
      }
    }
    return order + fields.indices.filter { !order.contains($0) }
  }
}
