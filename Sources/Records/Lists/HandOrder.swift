/// A manual order: whole numbers that increase down the list, with gaps; rows without a number come last.
public enum HandOrder {
  /// A row in a part of the list.
  public struct Row: Hashable, Sendable {
    /// The number; nil if the row was never moved.
    public var number: Int64?
    /// Whether the row is being moved.
    public var isMoved: Bool

    /// Creates a row.
    public init(_ number: Int64?, isMoved: Bool = false) { (self.number, self.isMoved) = (number, isMoved) }
  }

  /// A direction in which rows are moved.
  public enum Move: Hashable, Sendable {
    /// Down if positive.
    case by(Int)
    case toTop
  }

  /// The field that sorts a list manually, if the order uses such a field and its values may change.
  public static func field(of order: ListOrder, in schema: Schema) -> Int? {
    guard let field = order.field, !order.isDescending, isUsable(field, in: schema) else { return nil }
    return field
  }

  /// The field for a manual order, found by its name.
  public static func field(in schema: Schema) -> Int? {
    schema.field(named: column).flatMap { isUsable($0, in: schema) ? $0 : nil }
  }

  /// The name of the field for a manual order.
  public static let column = "position"

  private static func isUsable(_ index: Int, in schema: Schema) -> Bool {
    guard schema.fields.indices.contains(index), !schema.isReadOnly else { return false }
    let field = schema.fields[index]
    let isNumber = field.kind == .integer && [.integer, .numeric, .blob].contains(field.affinity)
    return isNumber && field.takesNull && !field.isGenerated && !field.isUnique && !field.isRequired
      && !schema.key.columns.contains(field.column)
      && !schema.references.contains { $0.fields.contains(index) }
  }

  package static let gap: Int64 = 1_024

  /// The former indices of the rows after the moved rows went up or, if `offset` is positive, down, each past its neighbours.
  ///
  /// Rows that have reached an end stay there, and the rows after them close up.
  ///
  /// - Complexity: O(*n*) in the rows, times the distance.
  public static func indices(of rows: [Row], movedBy offset: Int) -> [Int] {
    var indices = Array(rows.indices)
    for _ in 0..<abs(offset) {
      let before = indices
      let places = Array(rows.indices.dropFirst())
      for place in offset < 0 ? places : places.reversed()
      where rows[indices[place]].isMoved != rows[indices[place - 1]].isMoved {
        if rows[indices[place]].isMoved == (offset < 0) { indices.swapAt(place - 1, place) }
      }
      if indices == before { break }
    }
    return indices
  }

  /// The numbers that put rows into their new order, by index; nil if there is no room among these rows.
  ///
  /// Moved rows and the rows above them that lack a number get one. Other numbers are kept if there is room between them.
  ///
  /// - Parameters:
  ///   - lower: The number of the row above; nil if these are the first rows of the list.
  ///   - upper: The number of the row below; nil if there is none or it has no number.
  /// - Complexity: O(*n*) in the rows.
  public static func numbers(for rows: [Row], after lower: Int64?, before upper: Int64?) -> [Int: Int64]? {
    guard let last = rows.lastIndex(where: \.isMoved) else { return [:] }
    var isFree = rows.indices.map { rows[$0].isMoved || rows[$0].number == nil && $0 < last }
    var numbers: [Int: Int64] = [:]
    var index = 0
    while let first = isFree[index...].firstIndex(of: true) {
      var range = first..<first + 1
      repeat {
        while range.upperBound < rows.count, isFree[range.upperBound] {
          range = range.lowerBound..<range.upperBound + 1
        }
        while range.lowerBound > 0, isFree[range.lowerBound - 1] {
          range = range.lowerBound - 1..<range.upperBound
        }
        let above = range.lowerBound > 0 ? rows[range.lowerBound - 1].number : lower
        let below = range.upperBound < rows.count ? rows[range.upperBound].number : upper
        if let found = spread(range.count, between: above, below) {
          for (index, number) in zip(range, found) { numbers[index] = number }
          break
        }
        // Renumbers a row below rather than one above, because there may be many above.
        if range.upperBound < rows.count, rows[range.upperBound].number != nil {
          isFree[range.upperBound] = true
        } else if range.lowerBound > 0 {
          isFree[range.lowerBound - 1] = true
        } else {
          return nil
        }
      } while true
      index = range.upperBound
      if index >= rows.count { break }
    }
    return numbers.filter { rows[$0.key].number != $0.value }
  }

  private static func spread(_ count: Int, between lower: Int64?, _ upper: Int64?) -> [Int64]? {
    let room = gap * Int64(count)
    switch (lower, upper) {
    case (nil, nil): return (1...count).map { Int64($0) * gap }
    case (let lower?, nil):
      guard !lower.addingReportingOverflow(room).overflow else { return spread(count, between: lower, .max) }
      return (1...count).map { lower + Int64($0) * gap }
    case (nil, let upper?):
      guard !upper.subtractingReportingOverflow(room).overflow else {
        return spread(count, between: .min, upper)
      }
      return (0..<count).map { upper - Int64(count - $0) * gap }
    case (let lower?, let upper?):
      guard lower < upper else { return nil }
      let distance = UInt64(bitPattern: upper &- lower)
      let step = distance / UInt64(count + 1)
      guard step > 0 else { return nil }
      return (1...count).map { lower &+ Int64(bitPattern: step &* UInt64($0)) }
    }
  }
}
