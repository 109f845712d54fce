/// What a person knows of some books: what was accepted, and where a crash or a refusal has left room for doubt.
struct Shelf {
  /// Rows by their keys, of the fields that a script sets.
  typealias Rows = [Int64: [String]]

  /// What a row may hold.
  private struct Book {
    /// For each field the values that are right, or nil where any is.
    var fields: [Set<String>?]
    /// Whether the row must be there.
    var isCertain = true
  }

  private var books: [Int64: Book] = [:]
  /// The keys of rows that must not be there.
  private var gone: Set<Int64> = []
  /// Rows that may have been inserted, under whatever key.
  private var strangers: [[String]] = []
  /// Whether nothing at all is known until the next look.
  private(set) var isUnknown = false

  /// Knows what is there.
  init(_ rows: Rows) { books = rows.mapValues { Book(fields: $0.map { [$0] }) } }

  /// Notes that something was done, or was perhaps done.
  mutating func note(_ step: Step, isCertain: Bool) {
    switch step {
    case .set(let id, let field, let value): set(id, field, value, isCertain)
    case .insert(let id?, let values) where isCertain:
      books[id] = Book(fields: values.map { [$0] })
      gone.remove(id)
    case .insert(let id, let values):
      strangers.append(values)
      if let id, books[id]?.isCertain == false { add(values, to: id) }
    case .delete(let id):
      if isCertain {
        books[id] = nil
        gone.insert(id)
      } else {
        books[id]?.isCertain = false
      }
    case .undo, .redo: if !isCertain { isUnknown = true }
    case .writeBack, .warn, .reopen: break
    }
  }

  /// Notes that a row may have gone, and another one have come with its key.
  private mutating func add(_ values: [String], to id: Int64) {
    for (field, value) in values.enumerated() { books[id]?.fields[field]?.insert(value) }
  }

  private mutating func set(_ id: Int64, _ field: Int, _ value: String, _ isCertain: Bool) {
    var book = books[id] ?? Book(fields: [nil, nil], isCertain: isCertain)
    if isCertain {
      // Who can set a field has the row before them.
      book.isCertain = true
      gone.remove(id)
      book.fields[field] = [value]
    } else {
      book.fields[field]?.insert(value)
    }
    books[id] = book
  }

  /// Notes what the person sees after a step that does not say so itself; nil where it could not be seen.
  mutating func note(seen rows: Rows?) {
    guard let rows else { return isUnknown = true }
    self = Shelf(rows)
  }

  /// Says what is not as it was accepted; a value is there, too, where it is the other side of a conflict.
  func losses(in rows: Rows, conflicts: [Place: Set<String>] = [:]) -> [String] {
    if isUnknown { return [] }
    var losses: [String] = []
    for (id, book) in books {
      guard let row = rows[id] else {
        if book.isCertain { losses.append("row \(id) is gone") }
        continue
      }
      for (field, right) in book.fields.enumerated() {
        let held = (conflicts[Place(id: id, field: field)] ?? []).union([row[field]])
        if let right, right.isDisjoint(with: held) {
          losses.append("row \(id) field \(field) holds \(held.sorted()), not \(right.sorted())")
        }
      }
    }
    for (id, row) in rows where books[id] == nil {
      if gone.contains(id) && !strangers.contains(row) { losses.append("row \(id) is there again") }
      if !gone.contains(id) && !strangers.contains(where: { isLike(row, $0) }) {
        losses.append("row \(id) came from nowhere: \(row)")
      }
    }
    return losses
  }

  /// A row that may have been inserted may have been edited since.
  private func isLike(_ row: [String], _ stranger: [String]) -> Bool {
    zip(row, stranger).contains { $0 == $1 }
  }

  struct Place: Hashable {
    var id: Int64
    var field: Int
  }
}
