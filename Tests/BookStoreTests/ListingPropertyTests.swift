import Records
import Testing

/// Any order and filter, compared with one plain SQL query over a table in which every edit has been made.
struct ListingPropertyTests {
  @Test(
    "Every order and filter gives the rows of plain SQL in its order, with edits between the reads",
    arguments: [Shadow.Shape.books, .composite], 0..<6)
  func comparedWithSQL(shape: Shadow.Shape, seed: Int) throws {
    let life = try ListingLife(shape, seed: UInt64(seed), count: [0, 1, 40, 300, 300, 2_000][seed])
    for _ in 0..<(seed == 5 ? 40 : 80) { try life.step() }
    try life.compare()
    life.store.writeBack()
    try life.compare()
  }

  @Test(
    "Rows that are read while they come in are those of plain SQL, as far as they are there",
    arguments: [Shadow.Shape.books, .composite])
  func readWhileComingIn(shape: Shadow.Shape) throws {
    let life = try ListingLife(shape, seed: 77, count: 12_000)
    for field in [nil, 0, life.shadow.shape.fields.count - 1] {
      for words in ["", "a"] {
        let order = ListOrder(field: field, isDescending: words.isEmpty)
        guard order != .own else { continue }
        try life.arrange(by: order, words)
        let expected = try life.expected()
        try life.store.wait {
          try life.compareWindows(expected)
          return life.store.listing.isSettled
        }
        try life.compare()
      }
    }
  }
}
