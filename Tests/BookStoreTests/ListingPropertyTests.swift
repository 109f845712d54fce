import BookStore
import Records
import SeededRandom
import TestSupport
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

/// A store and its shadow, through random edits and looks.
final class ListingLife {
  let scratch: Scratch
  let store: BookStore
  let shadow: Shadow
  private var random: SeededGenerator
  private var order = ListOrder.own
  private var words = ""
  private var insertions = 0
  private var ids: [RecordID] = []

  init(_ shape: Shadow.Shape, seed: UInt64, count: Int) throws {
    random = SeededGenerator(seed: seed + 1)
    scratch = try Scratch(shape.sql)
    shadow = try Shadow(shape)
    store = try scratch.store(busyTimeout: patience)
    var rows: [[Value]] = []
    for row in 0..<count {
      // Gaps and negative rowids.
      let rowid = Int64(row) * (row % 2 == 0 ? -3 : 5) - 1
      let key = shape.key.count == 1 ? [.integer(rowid)] : newKey(row)
      ids.append(shape.key.count == 1 ? .rowid(rowid) : .key(key))
      rows.append(key + shape.settable.map { _ in value() })
    }
    try scratch.insert(shape, rows)
    try shadow.insert(rows)
    store.listing.invalidate()
  }

  func expected() throws -> [(id: RecordID, title: Value)] {
    try shadow.rows(by: order, finding: words.split(separator: " ").map(String.init))
  }

  /// Compares all rows, some of their places and their number.
  func compare(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try store.settle(sourceLocation: sourceLocation)
    let expected = try expected()
    // Somewhere first, also beyond the end, whose place may not be known yet.
    let start = Int.random(in: 0...expected.count + 20, using: &random)
    let some = start..<start + Int.random(in: 0...600, using: &random)
    #expect(
      try store.shownRows(in: some).map(\.id)
        == expected[some.clamped(to: 0..<expected.count)].map(\.id), sourceLocation: sourceLocation)
    #expect(store.listing.count.value <= expected.count, sourceLocation: sourceLocation)
    let rows = try store.shownRows(in: 0..<expected.count + 10)
    #expect(rows.map(\.id) == expected.map(\.id), "\(order) \(words)", sourceLocation: sourceLocation)
    #expect(rows.map(\.title) == expected.map(\.title), sourceLocation: sourceLocation)
    for _ in 0..<5 {
      guard let id = ids.randomElement(using: &random) else { break }
      let place = expected.firstIndex { $0.id == id }
      #expect(try store.listing.position(of: id) == place, "\(id)", sourceLocation: sourceLocation)
    }
    if store.listing.order != .own || !words.isEmpty {
      #expect(store.listing.count == .exactly(expected.count), sourceLocation: sourceLocation)
    }
  }

  /// Compares what there is of some rows.
  func compareWindows(_ expected: [(id: RecordID, title: Value)]) throws {
    guard store.listing.order == order, store.listing.words == words else { return }
    for _ in 0..<3 {
      let start = Int.random(in: 0...expected.count, using: &random)
      let rows = try store.lists.rows(in: start..<start + 40)
      for (place, row) in zip(start..<start + 40, rows) {
        guard let row else { continue }
        #expect(row.id == expected[place].id)
        #expect(row.title == expected[place].title)
      }
    }
  }

  func arrange(by order: ListOrder, _ words: String) throws {
    self.order = order
    self.words = words
    try store.listing.arrange(by: order, finding: words)
  }

  func step() throws {
    switch Int.random(in: 0..<18, using: &random) {
    // As typing and Esc do.
    case 16, 17: try arrange(by: order, ["", "", "a", "b A"].randomElement(using: &random) ?? "")
    case 0, 1, 2:
      try arrange(by: randomOrder(), ["", "", "a", "b A", "ab", "zz"].randomElement(using: &random) ?? "")
    case 3, 4, 5: try set(1)
    case 6: try set(Int.random(in: 2...60, using: &random))
    case 7, 8: try insert()
    case 9: try delete(1)
    case 10: try delete(Int.random(in: 2...20, using: &random))
    case 11: store.writeBack()
    case 12: store.dehydrateAll()
    case 13:
      store.writer.startDehydratingAll()
      if Bool.random(using: &random) {
        try store.wait { store.writer.takeWriteBack() != nil || !store.writer.isWritingBack }
      }
    case 14: try revert()
    default: try compare()
    }
  }

  /// The table's own order, one by a field, or one by several.
  private func randomOrder() -> ListOrder {
    let field = Int.random(in: -1..<shadow.shape.fields.count, using: &random)
    let order = ListOrder(field: field < 0 ? nil : field, isDescending: .random(using: &random))
    guard field >= 0, Bool.random(using: &random) else { return order }
    let count = Int.random(in: 1...shadow.shape.fields.count, using: &random)
    let fields = shadow.shape.fields.indices.shuffled(using: &random).prefix(count)
    return ListOrder(order.terms + fields.map { .init(field: $0, isDescending: .random(using: &random)) })
  }

  private func set(_ count: Int) throws {
    guard let field = shadow.shape.settable.randomElement(using: &random) else { return }
    let value = value()
    let some = Array(ids.shuffled(using: &random).prefix(count))
    if count == 1 {
      for id in some { try store.set(value, at: field, of: id) }
    } else {
      try store.set(value, at: field, ofEach: some)
    }
    for id in some { try shadow.set(value, at: field, of: id) }
  }

  private func insert() throws {
    var values = shadow.shape.fields.map { _ in value() }
    if shadow.shape.key.count == 2 {
      values.replaceSubrange(0..<2, with: newKey(insertions + 100_000).reversed())
    }
    insertions += 1
    let id = try store.insert(values)
    try shadow.insert([id.values + values.suffix(shadow.shape.settable.count)])
    ids.append(id)
  }

  private func newKey(_ number: Int) -> [Value] {
    [
      .integer(Int64.random(in: -2...2, using: &random)),
      .text(Text("k\(number * 7_919 % 1_000_003)".shuffledCase(&random))),
    ]
  }

  private func delete(_ count: Int) throws {
    let some = Array(ids.shuffled(using: &random).prefix(count))
    if let id = some.first, count == 1 { try store.delete(id) } else { try store.delete(some) }
    for id in some { try shadow.delete(id) }
    ids.removeAll { some.contains($0) }
  }

  private func revert() throws {
    guard !store.writer.isWritingBack, let id = ids.randomElement(using: &random) else { return }
    store.editor.revert(id)
    let values = try store.shelf.snapshot(of: id).values
    for field in shadow.shape.settable { try shadow.set(values[field], at: field, of: id) }
  }

  private func value() -> Value {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .null
    case 1: .integer(Int64.random(in: -3...12, using: &random))
    case 2: .real(Double(Int.random(in: -6...6, using: &random)) / 2)
    case 3: .blob([UInt8.random(in: 96...99, using: &random)])
    default:
      .text(
        Text(
          ["a", "b", "ab", "ba", "cab", "zoo", "a b", "", "12"].randomElement(using: &random)?
            .shuffledCase(&random) ?? ""))
    }
  }
}

extension String {
  fileprivate func shuffledCase(_ random: inout SeededGenerator) -> String {
    Bool.random(using: &random) ? uppercased() : self
  }
}
