/// The writes to each field, each of which replaced a value by another that nobody else writes.
///
/// When nothing is lost they are one chain from the first value to the last: a write over a value that somebody else had
/// already replaced would be a second link from it.
struct Chains {
  private let first: Shelf.Rows
  private var links: [Shelf.Place: [String: [String]]] = [:]

  init(_ rows: Shelf.Rows) { first = rows }

  /// Takes a write down: the row, the field, the value before and after.
  mutating func note(_ line: String) throws(TortureError) {
    let words = line.split(separator: " ")
    guard words.count == 5, words[0] == "wrote", let id = Int64(words[1]), let field = Int(words[2]) else {
      throw .notUnderstood(line)
    }
    links[Shelf.Place(id: id, field: field), default: [:]][String(words[3]), default: []].append(
      String(words[4]))
  }

  /// What cannot be explained.
  func losses(in rows: Shelf.Rows) -> [String] {
    first.flatMap { id, row in
      row.enumerated().flatMap { field, value in
        losses(
          from: value, to: rows[id]?[field], links[Shelf.Place(id: id, field: field)] ?? [:],
          "row \(id) field \(field)")
      }
    }
  }

  private func losses(
    from first: String, to last: String?, _ links: [String: [String]], _ place: String
  ) -> [String] {
    var losses = links.filter { $0.value.count > 1 }.map { "\(place): \($0.value) all went over \($0.key)" }
    var value = first
    var count = 0
    while let next = links[value]?.first, count < links.count {
      value = next
      count += 1
    }
    if count < links.count {
      losses.append("\(place): the chain ends with \(value) after \(count) of \(links.count)")
    }
    if value != last { losses.append("\(place): holds \(last ?? "nothing"), not \(value)") }
    return losses
  }
}
