import Records
import SeededRandom
import Testing

@testable import BookStore

/// Fields whose values come from other rows, in random schemas: composite keys, self references, several references to one
/// table, cascades, unique links, joining tables, tables without rowids, with and without indexes.
struct RelatedSchemaTests {
  struct Table {
    let name: String
    let key: [(column: String, type: String)]
    /// The references, each to a table by its number, with its columns.
    var references: [(target: Int, columns: [String])] = []
    var isWithoutRowID = false
    var isJoining = false

    var keyList: String { key.map(\.column).joined(separator: ", ") }
    /// The terms of the table's own order.
    var order: String { isWithoutRowID ? keyList : "rowid" }
  }

  struct Random {
    var tables: [Table] = []
    var script = ""
    private var random: SeededGenerator

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      for number in 0..<Int.random(in: 2...4, using: &random) { addTable(number) }
      for number in 0..<2 where chance(2) { addJoining(number) }
      tables.indices.forEach { fill($0) }
    }

    private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    private mutating func addTable(_ number: Int) {
      let kinds = [[("id", "INTEGER")], [("code", "TEXT")], [("a", "INTEGER"), ("b", "TEXT")]]
      let key = kinds.randomElement(using: &random) ?? kinds[0]
      var table = Table(name: "t\(number)", key: key.map { (column: $0.0, type: $0.1) })
      table.isWithoutRowID = key[0].0 != "id" && chance(2)
      var parts = table.key.map { "\($0.column) \($0.type)" } + ["name TEXT", "n INTEGER", "d DATE"]
      var (foreign, after): ([String], [String]) = ([], [])
      for link in 0..<Int.random(in: 0...3, using: &random) {
        let target = Int.random(in: 0...number, using: &random)
        let keys = target == number ? table.key : tables[target].key
        let columns = keys.indices.map { "r\(link)\($0 == 0 ? "" : "x")" }
        table.references.append((target, columns))
        let unique = chance(6) && target != number ? " UNIQUE" : ""
        parts += zip(columns, keys).map { "\($0) \($1.type)\(keys.count == 1 ? unique : "")" }
        let action =
          ["", "", " ON DELETE CASCADE", " ON DELETE SET NULL"].randomElement(using: &random) ?? ""
        let list = columns.joined(separator: ", ")
        foreign.append("FOREIGN KEY (\(list)) REFERENCES t\(target)\(action)")
        if chance(2) { after.append("CREATE INDEX i\(number)_\(link) ON t\(number) (\(list));") }
      }
      parts += ["PRIMARY KEY (\(table.keyList))"] + foreign
      script += "CREATE TABLE t\(number) (\(parts.joined(separator: ", ")))"
      script += "\(table.isWithoutRowID ? " WITHOUT ROWID" : "");\n" + after.joined()
      tables.append(table)
    }

    /// A table of nothing but two references.
    private mutating func addJoining(_ number: Int) {
      let plain = tables.indices.filter { !tables[$0].isJoining }
      guard let left = plain.randomElement(using: &random), let right = plain.randomElement(using: &random)
      else { return }
      var table = Table(name: "j\(number)", key: [])
      table.isJoining = true
      for (side, target) in [("l", left), ("r", right)] {
        table.references.append((target, tables[target].key.indices.map { "\(side)\($0)" }))
      }
      let columns = table.references.flatMap { link in
        zip(link.columns, tables[link.target].key).map { "\($0) \($1.type)" }
      }
      let foreign = table.references.map { link in
        "FOREIGN KEY (\(link.columns.joined(separator: ", "))) REFERENCES t\(link.target) ON DELETE CASCADE"
      }
      let key = table.references.flatMap(\.columns).joined(separator: ", ")
      script +=
        "CREATE TABLE j\(number) (\((columns + foreign).joined(separator: ", ")), PRIMARY KEY (\(key)));\n"
      tables.append(table)
    }

    /// The key of a row: the same number in each column, a few of them above those that there are.
    private func key(_ table: Table, _ number: Int) -> [String] {
      table.key.map { $0.type == "TEXT" ? "'k\(number)'" : "\(number)" }
    }

    private mutating func fill(_ number: Int) {
      let table = tables[number]
      for row in 1...12 {
        var values = key(table, row)
        if !table.isJoining {
          values += [
            "'\(table.name) \(row % 5)'", chance(4) ? "NULL" : "\(Int.random(in: 0...9, using: &random))",
          ]
          values.append(
            chance(4) ? "NULL" : "'202\(Int.random(in: 0...4, using: &random))-03-0\(row % 9 + 1)'")
        }
        for link in table.references {
          let target = Int.random(in: 1...13, using: &random)
          let isNull = !table.isJoining && (chance(5) || target > 12)
          values += key(tables[link.target], min(12, target)).map { isNull ? "NULL" : $0 }
        }
        script += "INSERT OR IGNORE INTO \(table.name) VALUES (\(values.joined(separator: ", ")));\n"
      }
    }
  }

  /// The value of a related field in plain SQL, worded from the foreign keys anew.
  private func plain(_ field: RelatedField, of table: String) -> String {
    let link = zip(field.columns, field.targets).map { "o.\($0) = \(table).\($1)" }.joined(separator: " AND ")
    var (rows, value) = ("FROM \(field.table) AS o WHERE \(link)", "1")
    switch field.content {
    case .row, .computed: break
    case .column(let column): value = "o.\(column)"
    case .title(let target):
      let on = zip(target.columns, target.targets).map { "o.\($0) = b.\($1)" }.joined(separator: " AND ")
      rows = "FROM \(field.table) AS o, \(target.table) AS b WHERE \(on) AND \(link)"
      let titles = target.titles.map { "coalesce(b.\($0) || ' ', '')" }.joined(separator: " || ")
      value = target.titles.count == 1 ? "b.\(target.titles[0])" : "nullif(trim(\(titles)), '')"
    }
    return switch field.part {
    case .all: "(SELECT group_concat(v, '; ') FROM (SELECT \(value) AS v \(rows) ORDER BY v))"
    case .single: "(SELECT \(value) \(rows))"
    case .number: "(SELECT nullif(count(*), 0) \(rows))"
    case .count: "(SELECT count(*) \(rows))"
    case .first: "(SELECT min(\(value)) \(rows))"
    case .last: "(SELECT max(\(value)) \(rows))"
    case .sum: "(SELECT sum(\(value)) \(rows))"
    case .average: "(SELECT round(avg(\(value)), 2) \(rows))"
    }
  }

  private struct Net {
    let scratch: Scratch
    let store: BookStore
    let listing: Listing
    let table: Table
    var name: String { table.name }

    /// What the list shows in its column, once it is settled and no cell is awaited.
    func shown() throws -> [String] {
      var rows: [String] = []
      try store.wait {
        rows = try store.lists.rows(in: 0..<100, of: listing, forFrame: true).compactMap { $0?.values.first }
          .map { $0.text ?? "…" }
        return listing.isSettled && !rows.contains("…")
      }
      return rows
    }

    /// What plain SQL gives, in the table's own order or in that of some terms before it.
    func expected(_ plain: String, by terms: String = "") throws -> [String] {
      try scratch.rows("SELECT quote(\(plain)) FROM \(name) ORDER BY \(terms)\(table.order)")
    }
  }

  private func open(_ seed: UInt64) throws -> [Net] {
    let random = Random(seed: seed)
    let (scratch, store) = try Scratch.logged(random.script)
    return try random.tables.filter { !$0.isJoining }.map { table in
      let entry = try #require(store.tables.first { $0.name == table.name })
      try store.lists.completeSchema(of: entry.id)
      return Net(
        scratch: scratch, store: store, listing: try store.lists.open(ListSource(table: entry.id)),
        table: table)
    }
  }

  @Test("A list shows and sorts, and a query finds, what plain SQL gives", arguments: 0..<12 as Range<UInt64>)
  func lists(seed: UInt64) throws {
    for net in try open(seed) {
      let schema = net.listing.schema
      for (place, field) in schema.related.enumerated() where field.isShown {
        let (index, plain) = (schema.fields.count + place, plain(field, of: net.name))
        let comment = Comment(rawValue: "seed \(seed), \(net.name), \(field.field.column): \(plain)")
        try net.listing.show(columns: [index])
        try net.listing.arrange(by: .own)
        let (shown, expected) = (try net.shown(), try net.expected(plain))
        #expect(shown == expected, comment)
        try checkFound(field, plain, net, comment)
        guard schema.isSortable(index) else { continue }
        try net.listing.arrange(by: ListOrder(field: index))
        #expect(try net.shown() == net.expected(plain, by: "\(plain) IS NULL, \(plain), "), comment)
      }
    }
  }

  /// Finds the rows that have a value of the field; several rows of which one has it are found, too.
  private func checkFound(_ field: RelatedField, _ plain: String, _ net: Net, _ comment: Comment) throws {
    // A number of rows has a value also where it is 0.
    if field.part == .count || field.part == .number { return }
    try net.listing.arrange(by: .own, finding: "has:\"\(field.field.column)\"")
    try net.store.wait { net.listing.isSettled }
    let expected = try net.scratch.rows("SELECT count(*) FROM \(net.name) WHERE \(plain) IS NOT NULL")
    #expect(["\(net.listing.count.value)"] == expected, comment)
  }

  @Test(
    "Lists follow edits, deletions with what goes along, undo and another program",
    arguments: 0..<12 as Range<UInt64>)
  func changes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let nets = try open(seed)
    for net in nets {
      let schema = net.listing.schema
      guard
        let place = schema.related.indices.filter({ schema.related[$0].isShown }).randomElement(
          using: &random)
      else { continue }
      let plain = plain(schema.related[place], of: net.name)
      try net.listing.show(columns: [schema.fields.count + place])
      try net.listing.arrange(by: .own)
      let comment = Comment(rawValue: "seed \(seed), \(net.name): \(plain)")
      func check() throws { #expect(try net.shown() == net.expected(plain), comment) }
      try check()
      for _ in 0..<6 {
        try change(nets, &random)
        try check()
      }
      while try undo(in: net.store) { try check() }
    }
  }

  /// Undoes the last step, or passes over it if the other program has changed the number or date that is the row's title: by
  /// that, an empty field may be another row's.
  private func undo(in store: BookStore) throws -> Bool {
    do {
      return try store.history.undo() != nil
    } catch StoreError.rowReplaced {
      try store.history.passOver()
      return true
    }
  }

  /// Sets a reference or a value of a row, deletes a row, or has another program do so; what SQLite refuses stays as it is.
  private func change(_ nets: [Net], _ random: inout SeededGenerator) throws {
    guard let net = nets.randomElement(using: &random) else { return }
    let ids = try net.store.lists.rows(in: 0..<100, of: net.listing).compactMap { $0?.id }
    guard let id = ids.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: _ = try? net.store.delete(id)
    case 1:
      try net.scratch.run("UPDATE OR IGNORE \(net.name) SET n = n + 1, d = '2019-01-01' WHERE n > 4")
      _ = net.store.checkForOtherWriters()
    default:
      let fields = net.listing.schema.fields
      let open = fields.indices.filter { !net.table.key.map(\.column).contains(fields[$0].column) }
      guard let field = open.randomElement(using: &random) else { return }
      let value: Value =
        switch fields[field].column {
        case "n": .integer(.random(in: 0...9, using: &random))
        case "d": .text(Text("2018-05-0\(Int.random(in: 1...9, using: &random))"))
        case "name": .text(Text("new \(Int.random(in: 0...3, using: &random))"))
        default: .null
        }
      try? net.store.set(value, at: field, of: id)
      _ = net.store.writeBack()
    }
  }
}
