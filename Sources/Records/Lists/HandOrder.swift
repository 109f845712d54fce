/// An order of rows by hand: whole numbers that grow down the list and leave gaps; rows without a number stand below.
///
/// It works on a part of a list, whose rows are given in their order.
public enum HandOrder {
  /// A row of the part.
  public struct Row: Hashable, Sendable {
    /// Its number, or nil if it was never moved.
    public var number: Int64?
    /// Whether it is moved now.
    public var isMoved: Bool

    /// Makes a row of its parts.
    public init(_ number: Int64?, isMoved: Bool = false) { (self.number, self.isMoved) = (number, isMoved) }
  }

  /// Where rows are moved.
  public enum Move: Hashable, Sendable {
    /// Some rows up or, if positive, down.
    case by(Int)
    /// To the first rows of the list, in the order that they have.
    case toTop
  }

  /// The field by which a list is sorted by hand, if its order is one of whole numbers that grow down the list, and its rows may
  /// get others.
  public static func field(of order: ListOrder, in schema: Schema) -> Int? {
    guard let field = order.field, !order.isDescending, isUsable(field, in: schema) else { return nil }
    return field
  }

  /// The field that is meant for an order by hand, by its name.
  public static func field(in schema: Schema) -> Int? {
    schema.field(named: column).flatMap { isUsable($0, in: schema) ? $0 : nil }
  }

  /// The name of such a field.
  public static let column = "position"

  private static func isUsable(_ index: Int, in schema: Schema) -> Bool {
    guard schema.fields.indices.contains(index), !schema.isReadOnly else { return false }
    let field = schema.fields[index]
    let isNumber = field.kind == .integer && [.integer, .numeric, .blob].contains(field.affinity)
    return isNumber && field.takesNull && !field.isGenerated && !field.isUnique && !field.isRequired
      && !schema.key.columns.contains(field.column)
      && !schema.references.contains { $0.fields.contains(index) }
  }

  /// The distance between two new numbers at an end of the list.
  package static let gap: Int64 = 1_024

  /// The order after the moved rows went some rows up or, if positive, down, each past the row beside it.
  ///
  /// Rows that have reached an end stay there, and those behind them close up.
  ///
  /// - Returns: The former indices of the rows.
  /// - Complexity: O(*n*) in the rows, times the rows that are passed.
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

  /// The numbers that rows get so that they are in the order in which they are given.
  ///
  /// Moved rows get a number, and so does each row above one of them. Other numbers are kept, unless there is no room between two
  /// of them.
  ///
  /// - Parameters:
  ///   - rows: The rows in their new order.
  ///   - lower: The number of the row above; nil where these are the first rows of the list.
  ///   - upper: The number of the row below; nil if there is none, or it has none.
  /// - Returns: A number for each index whose row gets one, or nil if there is no room among these rows.
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
        // A row below is worth more than one above: those above may be many.
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

  /// Some numbers between two others, or beside one of them.
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
