import Records
import SeededRandom
import Syncing

/// A small library in which rows of few kinds are born, changed and deleted at random.
package struct TreeWorld {
  package static let declarations = [
    TreeDeclaration("author", columns: [.init("name")], uniques: [["name"]]),
    TreeDeclaration(
      "book", columns: [.init("title"), .init("author", reference: "author"), .init("rating")]),
    TreeDeclaration(
      "shelf", columns: [.init("name", isRequired: true), .init("colour")], uniques: [["name"]]),
    TreeDeclaration(
      "book_shelf",
      columns: [
        .init("book", isRequired: true, reference: "book"),
        .init("shelf", isRequired: true, reference: "shelf"), .init("place"),
      ],
      key: ["book", "shelf"]),
    TreeDeclaration(
      "reading", columns: [.init("book", isRequired: true, reference: "book"), .init("day"), .init("pages")]),
    TreeDeclaration("tag", columns: [.init("code"), .init("label")], key: ["code"], uniques: [["label"]]),
    TreeDeclaration("note", columns: [.init("text"), .init("parent", reference: "note")]),
  ]
  /// Columns by table; a row of `book_shelf` has both references.
  private static let byTable = Dictionary(
    uniqueKeysWithValues: declarations.map { ($0.table, $0) })

  package var random: SeededGenerator
  private var nextName: UInt64 = 1

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  package static var founded: Tree { Tree(declarations.map { $0.born() }) }

  package mutating func newName() -> UInt64 {
    nextName += 1
    return nextName &* 0x9E37_79B9_7F4A_7C15
  }

  package mutating func number(below count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  /// A change of a tree by a machine, with a name of its own.
  package mutating func change(_ tree: Tree) -> [TreeRow] {
    let name = newName()
    let view = TreeView(tree, tree.declarations)
    let people = tree.sorted.filter { TreeFormat.isOfPerson($0.table) }
    guard number(below: 3) > 0, let row = people.randomElement(using: &random),
      let shown = try? view.row(row.name, of: row.table)
    else { return [birth(in: tree, name)] }
    switch number(below: 10) {
    case 0, 1: return shown.deleted(by: name)
    case 2: return shown.kept(by: name)
    case 3: return united(row, in: tree, view, name)
    case 4: return shown.changed([:], key: Int64(number(below: 6)), by: name)
    case 5:
      let questions = (try? view.questions(about: row.name, of: row.table)) ?? []
      return questions.randomElement(using: &random).flatMap { answer($0, view, name) } ?? []
    default: return shown.changed(values(for: row.table, in: tree, isWhole: false), by: name)
    }
  }

  private mutating func united(
    _ row: TreeRow, in tree: Tree, _ view: TreeView<Tree>, _ name: UInt64
  ) -> [TreeRow] {
    let sames = tree.sorted.filter { $0.table == TreeFormat.same }
    if number(below: 3) == 0, let same = sames.randomElement(using: &random) {
      return [same.deleted(by: name)]
    }
    let others = tree.sorted.filter { $0.table == row.table && $0.name != row.name }
    guard let other = others.randomElement(using: &random) else { return [] }
    return (try? [view.same(row.name, other.name, of: row.table, by: name)]) ?? []
  }

  /// Half of the births have a name, as those of a later sync have.
  private mutating func birth(in tree: Tree, _ name: UInt64) -> TreeRow {
    let declaration = Self.declarations[number(below: Self.declarations.count)]
    let (_, circular) = TreeDeclaration.order(of: Self.declarations)
    let values = values(for: declaration.table, in: tree, isWhole: true)
    let birth = RowBirth(
      values, in: declaration,
      circular: Set(circular.filter { $0.table == declaration.table }.map(\.column)))
    var names = RowNames()
    let place =
      (try? names.name(of: birth) { name in
        tree.row(name, of: declaration.table).map { $0.presence.hasPlus ? .there : .gone } ?? .unknown
      }) ?? birth.name(number: 0)
    if let row = tree.row(place, of: declaration.table) {
      return row.kept(by: name).changed(values, by: name)
    }
    let key = declaration.key.isEmpty ? Int64(number(below: 6)) : nil
    var row = TreeRow(born: place, in: declaration.table, key: key, values: values)
    if number(below: 2) == 0 { row.presence = TreeCell([TreeCell.stays(name)]) }
    return row
  }

  private mutating func values(for table: Text, in tree: Tree, isWhole: Bool) -> [Text: TreeValue] {
    var values: [Text: TreeValue] = [:]
    guard let declaration = Self.byTable[table] else { return [:] }
    for column in declaration.columns where isWhole || number(below: declaration.columns.count) == 0 {
      values[column.birth] = value(column, in: tree, isKey: declaration.key.contains(column.birth))
    }
    return values
  }

  private mutating func value(_ column: TreeDeclaration.Column, in tree: Tree, isKey: Bool) -> TreeValue {
    if let table = column.reference {
      let rows = tree.sorted.filter { $0.table == table }
      if let target = rows.randomElement(using: &random) { return .row(target.name) }
      return isKey ? .row(RowName(digestOf: [UInt8(number(below: 2))])) : .null
    }
    switch number(below: 6) {
    case 0: return isKey || column.isRequired ? "a" : .null
    case 1: return .value(.integer(Int64(number(below: 3))))
    case 2: return .value(.real(number(below: 2) == 0 ? 0 : -0.0))
    default: return [.value("a"), .value("b"), .value("c")][number(below: 3)]
    }
  }

  /// An answer that fits a question.
  package mutating func answer(
    _ question: TreeQuestion, _ view: TreeView<Tree>, _ name: UInt64
  ) -> [TreeRow]? {
    let answers: [TreeAnswer] =
      switch question.kind {
      case .values(_, let writes, let original):
        writes.map { .value($0.value) } + (original.map { [.value($0)] } ?? [])
      case .deleted, .pointedTo: [.stays, .goes]
      case .unique: [.goes, .same, .value(.value(.text(Text("u\(name)")))), .value(.null), .stays]
      }
    return try? view.rows(answering: question, answers[number(below: answers.count)], by: name)
  }
}

extension TreeValue: ExpressibleByStringLiteral {
  /// A text of a literal.
  package init(stringLiteral value: String) { self = .value(.text(Text(value))) }
}
