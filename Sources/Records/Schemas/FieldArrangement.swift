/// The order in which a person wants to see the fields of a table, and those that the person does not want to see.
///
/// Fields are named by their columns, so that it outlives changes of the table.
public struct FieldArrangement: Hashable, Sendable {
  /// The fields that come first, in their order; the others follow as they are in the table.
  public var columns: [String]
  /// The fields that a detail leaves out.
  public var hidden: Set<String>
  /// Whether a detail folds fields without a value; nil if the person has not said.
  public var foldsEmpty: Bool?

  /// Makes an arrangement of its parts; without any it is the table's own.
  public init(columns: [String] = [], hidden: Set<String> = [], foldsEmpty: Bool? = nil) {
    (self.columns, self.hidden, self.foldsEmpty) = (columns, hidden, foldsEmpty)
  }

  /// The indices of fields in this order; each comes once.
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
