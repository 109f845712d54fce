/// Joins pairs of rows into groups, the surest first.
package struct DuplicateGroups {
  /// A row that has joined another group points to it.
  private struct Node {
    var parent: Int
    var place: Int64
    var mark: DuplicateMark
    var weakest: DuplicatePair?
  }

  private var nodes: [Node] = []
  private var numbers: [Int64: Int] = [:]

  package init(_ pairs: [DuplicatePair], _ marks: [Int64: DuplicateMark]) {
    for pair in pairs.sorted(by: { ($0.rank, $0.first, $0.second) < ($1.rank, $1.first, $1.second) }) {
      guard let first = marks[pair.first], let second = marks[pair.second] else { continue }
      join(root(of: number(pair.first, first)), root(of: number(pair.second, second)), pair)
    }
  }

  private mutating func number(_ place: Int64, _ mark: DuplicateMark) -> Int {
    if let number = numbers[place] { return number }
    numbers[place] = nodes.count
    nodes.append(Node(parent: nodes.count, place: place, mark: mark))
    return nodes.count - 1
  }

  private mutating func root(of number: Int) -> Int {
    var number = number
    while nodes[number].parent != number {
      nodes[number].parent = nodes[nodes[number].parent].parent
      number = nodes[number].parent
    }
    return number
  }

  private mutating func join(_ first: Int, _ second: Int, _ pair: DuplicatePair) {
    guard first != second, nodes[first].mark.agrees(with: nodes[second].mark) else { return }
    nodes[second].parent = first
    nodes[first].mark.take(nodes[second].mark)
    // Pairs come in order, so this is the weakest.
    nodes[first].weakest = pair
  }

  /// The numbers of the rows, the surest group first.
  package func result() -> [(pair: DuplicatePair, places: [Int64])] {
    var groups = self
    var members: [Int: [Int64]] = [:]
    for number in nodes.indices { members[groups.root(of: number), default: []].append(nodes[number].place) }
    let found = members.compactMap { root, places in
      places.count > 1 ? nodes[root].weakest.map { (pair: $0, places: places.sorted()) } : nil
    }
    return found.sorted { ($0.pair.rank, $0.places[0]) < ($1.pair.rank, $1.places[0]) }
  }
}

/// Keeps rows out of a group: its rows must agree on an ISBN, a volume or a language.
package struct DuplicateMark {
  private(set) var isbn: UInt64?
  private(set) var volume: Double?
  private(set) var whole: UInt64?

  init(_ signs: RowSigns) {
    guard case .book(let book) = signs else { return }
    (isbn, volume, whole) = (book.isbn, book.volume, book.whole)
  }

  func agrees(with other: DuplicateMark) -> Bool {
    (isbn == nil || other.isbn == nil || isbn == other.isbn)
      && (volume == nil || other.volume == nil || volume == other.volume)
  }

  mutating func take(_ other: DuplicateMark) {
    isbn = isbn ?? other.isbn
    volume = volume ?? other.volume
  }
}
