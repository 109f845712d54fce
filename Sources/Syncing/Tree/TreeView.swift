import Records

/// Computes the library from the tree, a row at a time.
///
/// Caches some results: call `forget` after the tree has changed.
package final class TreeView<Index: TreeIndex> {
  private let index: Index
  private let forms: [Text: TableForms]
  private let local: [Text: [Text: LocalColumn]]
  private let isOwn: (TreePlace, Text, CellWrite) -> Bool
  /// Whether an existing row references a deleted one, directly or through other deleted rows.
  private var pointedTo: [TreePlace: Bool] = [:]
  /// The rowids of rows that do not get the one they claim, by table.
  private var otherKeys: [Text: [RowName: Int64]] = [:]
  /// The smallest row with a unique value, if there are many.
  private var holders: [Group: RowName] = [:]

  private struct Group: Hashable {
    let table: Text
    let columns: [Text]
    let values: [TreeValue]
  }

  /// - Parameters:
  ///   - local: The library's columns by table and birth name; missing columns accept everything.
  ///   - isOwn: Whether this machine's library has the value of one of several writes.
  package init(
    _ index: Index, _ declarations: [Text: TreeDeclaration], local: [Text: [Text: LocalColumn]] = [:],
    isOwn: @escaping (TreePlace, Text, CellWrite) -> Bool = { _, _, _ in false }
  ) {
    (self.index, self.local, self.isOwn) = (index, local, isOwn)
    forms = declarations.mapValues(TableForms.init)
  }

  package func forget() { (pointedTo, otherKeys, holders) = ([:], [:], [:]) }

  package func row(_ name: RowName, of table: Text) throws(SyncError) -> ViewRow? {
    guard let set = try set(of: TreePlace(name, of: table)) else { return nil }
    var row = try ViewRow(
      name: set.place.name, table: table, members: set.members, isThere: isThere(set))
    if !row.isThere { return row }
    for column in columns(of: set) {
      guard let value = try shown(column, of: set) else { continue }
      if local[table]?[column]?.takes(value) ?? true {
        row.values[column] = value
      } else {
        row.leftOut[column] = .kind
      }
    }
    try leaveOutHeld(of: set, in: &row)
    for (column, form) in local[table] ?? [:] where form.isRequired && row.values[column] == nil {
      row.leftOut[column] = row.leftOut[column] ?? .required
      row.obstacle = row.obstacle ?? row.leftOut[column]
    }
    if let claim = set.claim {
      row.key = try keys(of: table)[row.name] ?? claim
    } else if forms[table]?.key.isEmpty ?? false {
      row.obstacle = .noKey
    }
    return row
  }

  private func leaveOutHeld(of set: TreeRowSet, in row: inout ViewRow) throws(SyncError) {
    for columns in forms[set.table]?.constraints ?? [] {
      guard let holder = try holder(of: columns, besides: set), let last = columns.last else { continue }
      let reason = ViewRow.Reason.unique(columns, holder: holder)
      if columns == forms[set.table]?.key { row.obstacle = reason }
      (row.values[last], row.leftOut[last]) = (nil, reason)
    }
  }

  /// The smallest of a row's names; the name itself if the tree does not have it.
  package func smallestName(of name: RowName, of table: Text) throws(SyncError) -> RowName {
    try names(of: name, table).min() ?? name
  }

  // MARK: Rows that are one

  private func set(of place: TreePlace) throws(SyncError) -> TreeRowSet? {
    guard let first = try index.row(place.name, of: place.table) else { return nil }
    var (found, queue) = ([first.name: first], [first])
    while let next = queue.popLast() {
      for name in try stated(next.name, place.table) + paired(with: next) where found[name] == nil {
        guard let row = try index.row(name, of: place.table) else { continue }
        found[name] = row
        queue.append(row)
      }
      if found.count > TreeFormat.sameCount { return TreeRowSet([first]) }
    }
    return TreeRowSet(found.values.sorted { $0.name < $1.name })
  }

  /// The names of a row; only reads the row if another table could make it one with others.
  private func names(of name: RowName, _ table: Text) throws(SyncError) -> [RowName] {
    if forms[table]?.pairs.isEmpty == false {
      return try set(of: TreePlace(name, of: table))?.members.map(\.name) ?? [name]
    }
    return try stated(name, table)
  }

  /// The names of the rows that are stated to be one with a row, directly or indirectly.
  private func stated(_ name: RowName, _ table: Text) throws(SyncError) -> [RowName] {
    var (found, queue): (Set<RowName>, [RowName]) = ([name], [name])
    while let next = queue.popLast() {
      for row in try index.sameRows(naming: next, of: table) where row.presence.hasPlus {
        guard let pair = RowBirth.pair(of: row), pair.table == table else { continue }
        for other in [pair.first, pair.second] where !found.contains(other) {
          if try index.row(other, of: table) == nil { continue }
          found.insert(other)
          queue.append(other)
        }
      }
      if found.count > TreeFormat.sameCount { return [name] }
    }
    // A row that the tree does not have links no others.
    if found.count == 1 { return [name] }
    return try index.row(name, of: table) == nil ? [name] : Array(found)
  }

  /// The rows with the same unique values, except for references to rows that are stated to be one.
  private func paired(with row: TreeRow) throws(SyncError) -> [RowName] {
    var found: [RowName] = []
    for columns in forms[row.table]?.pairs ?? [] {
      guard let tuple = Self.tuple(columns, of: row) else { continue }
      let tuples = try variants(of: tuple, in: columns, of: row.table, stated)
      if tuples.count < 2 { continue }
      for tuple in tuples {
        for name in try index.rows(of: row.table, columns: columns, values: tuple) where name != row.name {
          let other = try index.row(name, of: row.table)
          if other.flatMap({ Self.tuple(columns, of: $0) }) == tuple { found.append(name) }
        }
      }
    }
    return found
  }

  private static func tuple(_ columns: [Text], of row: TreeRow) -> [TreeValue]? {
    let values = columns.compactMap { column in row[column].filled.first?.value }
    return values.count == columns.count && !values.contains(.null) ? values : nil
  }

  /// The values with each reference replaced by each name of its row; just the values if there are too many.
  private func variants(
    of values: [TreeValue], in columns: [Text], of table: Text,
    _ names: (RowName, Text) throws(SyncError) -> [RowName]
  ) throws(SyncError) -> [[TreeValue]] {
    var variants: [[TreeValue]] = [[]]
    for (column, value) in zip(columns, values) {
      var options = [value]
      if let name = value.row, let table = forms[table]?.references[column] {
        options = try names(name, table).map(TreeValue.row)
      }
      variants = variants.flatMap { start in options.map { start + [$0] } }
      if variants.count > TreeFormat.sameCount { return [values] }
    }
    return variants
  }

  // MARK: Presence

  private func isThere(_ set: TreeRowSet) throws(SyncError) -> Bool {
    if set.hasPlus { return true }
    return try isPointedTo(set)
  }

  private func isPointedTo(_ set: TreeRowSet) throws(SyncError) -> Bool {
    if let known = pointedTo[set.place] { return known }
    var reached: [TreePlace: TreePlace] = [:]
    var queue = [set]
    while let next = queue.popLast() {
      for place in try pointing(to: next) {
        guard let source = try self.set(of: place),
          source.speakers.contains(where: { $0.name == place.name }),
          source.place != set.place, reached[source.place] == nil
        else { continue }
        reached[source.place] = next.place
        if source.hasPlus || pointedTo[source.place] == true {
          var target = reached[source.place]
          while let stays = target { (pointedTo[stays], target) = (true, reached[stays]) }
          return true
        }
        if pointedTo[source.place] == nil { queue.append(source) }
      }
    }
    for place in reached.keys { pointedTo[place] = false }
    pointedTo[set.place] = false
    return false
  }

  private func pointing(to set: TreeRowSet) throws(SyncError) -> Set<TreePlace> {
    var places: Set<TreePlace> = []
    for member in set.members {
      for place in try index.rows(pointingTo: member.name, of: set.table) {
        let row = try index.row(place.name, of: place.table)
        if row?.cells.values.contains(where: { $0.holds(.row(member.name)) }) ?? false {
          places.insert(place)
        }
      }
    }
    return places
  }

  // MARK: Values

  private func columns(of set: TreeRowSet) -> [Text] {
    set.columns.union(forms[set.table]?.columns ?? []).sorted(by: <)
  }

  /// The writes of a cell, without a NULL from birth if there are others; references use the smallest names.
  private func writes(_ column: Text, of set: TreeRowSet) throws(SyncError) -> [CellWrite] {
    let writes = set.cell(column).filled
    guard let table = forms[set.table]?.references[column] else { return writes }
    var named: [CellWrite] = []
    for write in writes {
      let target = try write.value.row.map { name throws(SyncError) in try smallestName(of: name, of: table) }
      named.append(CellWrite(write.name, target.map(TreeValue.row) ?? write.value))
    }
    return TreeCell(named).writes
  }

  /// The value that all machines show; nil for NULL.
  private func agreed(_ column: Text, of set: TreeRowSet) throws(SyncError) -> TreeValue? {
    let value = try writes(column, of: set).first?.value
    return value == .null ? nil : value
  }

  /// The value that this machine shows: its own if there are several, unless the column is unique.
  private func shown(_ column: Text, of set: TreeRowSet) throws(SyncError) -> TreeValue? {
    let writes = try writes(column, of: set)
    let isFree = !(forms[set.table]?.constraints.contains { $0.contains(column) } ?? false)
    let own = isFree && writes.count > 1 ? writes.first { isOwn(set.place, column, $0) } : nil
    let value = (own ?? writes.first)?.value
    return value == .null ? nil : value
  }

  /// The row with the smallest name that has the same values in a constraint's columns; nil if it is this one.
  private func holder(of columns: [Text], besides set: TreeRowSet) throws(SyncError) -> RowName? {
    guard let tuple = try agreed(columns, of: set) else { return nil }
    let group = Group(table: set.table, columns: columns, values: tuple)
    var smallest = holders[group] ?? set.place.name
    if holders[group] == nil {
      let candidates = try candidates(for: group)
      for name in candidates {
        guard let other = try self.set(of: TreePlace(name, of: set.table)), other.place.name < smallest,
          try agreed(columns, of: other) == tuple, try isThere(other)
        else { continue }
        smallest = other.place.name
      }
      if candidates.count > 16 { holders[group] = smallest }
    }
    return smallest == set.place.name ? nil : smallest
  }

  private func candidates(for group: Group) throws(SyncError) -> [RowName] {
    var candidates: [RowName] = []
    for values in try variants(of: group.values, in: group.columns, of: group.table, names) {
      candidates += try index.rows(of: group.table, columns: group.columns, values: values)
    }
    return candidates
  }

  private func agreed(_ columns: [Text], of set: TreeRowSet) throws(SyncError) -> [TreeValue]? {
    var tuple: [TreeValue] = []
    for column in columns {
      guard let value = try agreed(column, of: set) else { return nil }
      tuple.append(value)
    }
    return tuple.isEmpty ? nil : tuple
  }

  // MARK: Keys

  /// New rowids for rows whose claimed one belongs to a row with a smaller name.
  ///
  /// Sorted by name, they get the next rowid that is neither claimed nor given.
  private func keys(of table: Text) throws(SyncError) -> [RowName: Int64] {
    if let keys = otherKeys[table] { return keys }
    var claims: [Int64: Set<RowName>] = [:]
    for name in try index.contested(of: table) {
      guard let set = try set(of: TreePlace(name, of: table)), let claim = set.claim, try isThere(set) else {
        continue
      }
      claims[claim, default: []].insert(set.place.name)
    }
    let losers = claims.flatMap { claim, names in names.sorted().dropFirst().map { (name: $0, claim: claim) }
    }
    var keys: [RowName: Int64] = [:]
    var next: [Int64: Int64] = [:]
    for (name, claim) in losers.sorted(by: { $0.name < $1.name }) {
      keys[name] = try takeFreeKey(after: claim, of: table, &next)
    }
    otherKeys[table] = keys
    return keys
  }

  /// `next` maps each taken rowid toward the next one that may be free.
  private func takeFreeKey(
    after claim: Int64, of table: Text, _ next: inout [Int64: Int64]
  ) throws(SyncError) -> Int64 {
    func following(_ key: Int64) -> Int64 { key == .max ? 1 : key + 1 }
    var (key, passed) = (following(claim), [Int64]())
    while true {
      if next[key] == nil, try !isClaimed(key, of: table) { break }
      passed.append(key)
      key = next[key] ?? following(key)
    }
    next[key] = following(key)
    for taken in passed { next[taken] = key }
    return key
  }

  private func isClaimed(_ key: Int64, of table: Text) throws(SyncError) -> Bool {
    for name in try index.claims(of: table, key: key) {
      if let set = try set(of: TreePlace(name, of: table)), set.claim == key, try isThere(set) { return true }
    }
    return false
  }
}

/// The parts of a declaration that the view needs.
private struct TableForms {
  let columns: Set<Text>
  let key: [Text]
  let constraints: [[Text]]
  /// The constraints with references, which make rows one when the referenced rows are.
  let pairs: [[Text]]
  let references: [Text: Text]
  let needed: Set<Text>

  init(_ declaration: TreeDeclaration) {
    columns = Set(declaration.columns.map(\.birth))
    (key, constraints) = (declaration.key, declaration.constraints)
    references = Dictionary(
      declaration.columns.compactMap { column in column.reference.map { (column.birth, $0) } },
      uniquingKeysWith: { first, _ in first })
    let names = Set(references.keys)
    pairs = declaration.constraints.filter { !names.isDisjoint(with: $0) }
    needed = Set(declaration.columns.filter(\.isRequired).map(\.birth) + key)
  }
}

// MARK: - Questions

extension TreeView {
  package func questions(about name: RowName, of table: Text) throws(SyncError) -> [TreeQuestion] {
    guard let set = try set(of: TreePlace(name, of: table)), try isThere(set) else { return [] }
    var kinds: [TreeQuestion.Kind] = []
    for column in columns(of: set) {
      let writes = try writes(column, of: set)
      if Set(writes.map(\.value)).count > 1 {
        let births = set.cell(column).replaced
        kinds.append(.values(column: column, writes, original: births.count == 1 ? births[0] : nil))
      }
    }
    if !set.hasPlus {
      kinds.append(.pointedTo(by: try Array(standing(pointingTo: set).prefix(TreeFormat.sameCount))))
    } else if !set.disputed.isEmpty {
      let marks = set.disputed.flatMap(\.presence.writes)
      func names(_ value: TreeValue) -> [UInt64] {
        Set(marks.filter { $0.value == value }.map(\.name)).sorted()
      }
      kinds.append(.deleted(by: names(TreeCell.minus), kept: names(TreeCell.plus)))
    }
    for columns in forms[table]?.constraints ?? [] {
      if let holder = try holder(of: columns, besides: set) {
        kinds.append(.unique(columns: columns, holder: holder))
      }
    }
    return kinds.map { TreeQuestion(table: table, row: set.place.name, kind: $0) }
  }

  private func standing(pointingTo set: TreeRowSet) throws(SyncError) -> [TreePlace] {
    var places: [TreePlace] = []
    for place in try pointing(to: set) {
      guard let source = try self.set(of: place), source.speakers.contains(where: { $0.name == place.name }),
        source.place != set.place, try isThere(source)
      else { continue }
      places.append(place)
    }
    return places.sorted { $0.table == $1.table ? $0.name < $1.name : $0.table < $1.table }
  }

  /// The rows after an answer; nil if the answer does not fit, or the row is unknown.
  package func rows(
    answering question: TreeQuestion, _ answer: TreeAnswer, by write: UInt64
  ) throws(SyncError) -> [TreeRow]? {
    guard let set = try set(of: TreePlace(question.row, of: question.table)) else { return nil }
    switch (question.kind, answer) {
    case (.values(let column, _, _), .value(let value)):
      return set.changed([column: value], by: write)
    case (.unique(let columns, _), .value(let value)):
      return columns.last.map { set.changed([$0: value], by: write) }
    case (.unique(_, let holder), .same):
      return try [same(question.row, holder, of: question.table, by: write)]
    case (.unique(let columns, let holder), .stays):
      let other = try self.set(of: TreePlace(holder, of: question.table))
      return columns.last.flatMap { other?.changed([$0: .null], by: write) }
    case (.deleted, .stays), (.pointedTo, .stays): return set.kept(by: write)
    case (.deleted, .goes), (.unique, .goes), (.pointedTo, .goes):
      var gone: Set<TreePlace> = []
      return try rows(deleting: set, by: write, &gone)
    default: return nil
    }
  }

  /// The row that makes two rows one, even if that was revoked before.
  package func same(
    _ first: RowName, _ second: RowName, of table: Text, by write: UInt64
  ) throws(SyncError) -> TreeRow {
    var row = RowBirth.same(first, second, of: table)
    if let known = try index.row(row.name, of: TreeFormat.same) { return known.kept(by: write) }
    row.presence = TreeCell([TreeCell.stays(write)])
    return row
  }

  /// The rows after a deletion: rows that reference the row are deleted too, or lose the reference if their column allows
  /// that.
  private func rows(
    deleting set: TreeRowSet, by write: UInt64, _ gone: inout Set<TreePlace>
  ) throws(SyncError) -> [TreeRow] {
    guard gone.insert(set.place).inserted else { return [] }
    // Even if the row is deleted, because another machine may decide meanwhile to keep it.
    var rows = set.deleted(by: write)
    let targets = Set(set.members.map { TreeValue.row($0.name) })
    for place in try standing(pointingTo: set) {
      guard var row = try index.row(place.name, of: place.table), let source = try self.set(of: place) else {
        continue
      }
      let columns = row.cells.keys.filter { column in targets.contains { row[column].holds($0) } }
      let mustGo = columns.contains { column in
        let isAlone = row[column].writes.allSatisfy { targets.contains($0.value) }
        return isAlone && (forms[place.table]?.needed.contains(column) ?? false)
      }
      if mustGo {
        rows += try self.rows(deleting: source, by: write, &gone)
        continue
      }
      for column in columns { row[column] = row[column].without(targets, by: write) }
      row.presence = row.presence.changed(write)
      rows.append(row)
    }
    return rows
  }
}

// MARK: - What else changes

extension TreeView {
  /// The rows that may look different when this row changes: those that are one with it, share its unique values, or are
  /// referenced.
  ///
  /// Call this before the tree changes, with the old row or otherwise the new one, and again afterwards: a new row can make
  /// two others one. The rows whose rowids change are among `contested` of the index, both times.
  package func neighbours(of row: TreeRow) throws(SyncError) -> Set<TreePlace> {
    var found: Set<TreePlace> = []
    var queue = [TreePlace(row.name, of: row.table)]
    if let pair = RowBirth.pair(of: row) {
      queue = [TreePlace(pair.first, of: pair.table), TreePlace(pair.second, of: pair.table)]
    } else if !TreeFormat.isOfPerson(row.table) {
      return []
    }
    while let place = queue.popLast() {
      guard found.insert(place).inserted else { continue }
      guard let set = try set(of: place) else { continue }
      let members = Set(set.members.map { TreePlace($0.name, of: $0.table) })
      if members.count > 1 || row.table == TreeFormat.same {
        queue += members.subtracting(found)
        found.formUnion(try pointing(to: set))
      }
      for columns in forms[set.table]?.constraints ?? [] {
        guard let tuple = try agreed(columns, of: set) else { continue }
        let group = Group(table: set.table, columns: columns, values: tuple)
        found.formUnion(try candidates(for: group).map { TreePlace($0, of: set.table) })
      }
      queue += try goneTargets(of: set)
    }
    return found
  }

  private func goneTargets(of set: TreeRowSet) throws(SyncError) -> [TreePlace] {
    var places: [TreePlace] = []
    for (column, table) in forms[set.table]?.references ?? [:] {
      for write in set.members.flatMap({ $0[column].writes }) {
        guard let name = write.value.row else { continue }
        if let target = try self.set(of: TreePlace(name, of: table)), !target.hasPlus {
          places.append(TreePlace(name, of: table))
        }
      }
    }
    return places
  }
}

// MARK: - What it reads

package struct TreePlace: Hashable, Sendable {
  package let table: Text
  package let name: RowName

  package init(_ name: RowName, of table: Text) { (self.table, self.name) = (table, name) }
}

/// The queries that the view needs.
///
/// Results may include extra rows, which the view filters; they are unordered, without duplicates.
package protocol TreeIndex {
  func row(_ name: RowName, of table: Text) throws(SyncError) -> TreeRow?
  /// The rows with these values among the writes of these columns.
  func rows(of table: Text, columns: [Text], values: [TreeValue]) throws(SyncError) -> [RowName]
  /// The rows with a reference to this one among their writes.
  func rows(pointingTo name: RowName, of table: Text) throws(SyncError) -> [TreePlace]
  /// The rows that claim a rowid.
  func claims(of table: Text, key: Int64) throws(SyncError) -> [RowName]
  /// The rows that claim a rowid that another row claims as well.
  func contested(of table: Text) throws(SyncError) -> [RowName]
  /// The rows of `TreeFormat.same` that name this one, even deleted ones.
  func sameRows(naming name: RowName, of table: Text) throws(SyncError) -> [TreeRow]
}
