import Records
import Syncing

/// A history of a few machines at random, and what must hold of it.
package struct TreeTrial {
  private struct Commit {
    let tree: Tree
    /// This commit and all that it knows.
    let known: Set<Int>
  }

  /// What a commit wrote and replaced in a part of a row.
  private struct Event {
    let place: TreePlace
    let before, after: TreeParts
  }

  private var world: TreeWorld
  /// The view is slow to check, so this is done for each tenth history.
  private let looksAtView: Bool
  private var commits: [Commit] = []
  private var events: [[Event]] = []
  private var heads: [Int] = []

  /// Tries as many histories, and says what was wrong, with the seed of it.
  package static func problems(seed: UInt64, cases: Int) -> [String] {
    (0..<cases).compactMap { place in
      var trial = TreeTrial(seed: seed &+ UInt64(place))
      return trial.problem().map { "\($0), seed \(seed &+ UInt64(place))" }
    }
  }

  package init(seed: UInt64) { (world, looksAtView) = (TreeWorld(seed: seed), seed % 10 == 0) }

  package mutating func problem() -> String? {
    let machineCount = 2 + world.number(below: 3)
    if world.number(below: 3) == 0 {
      for _ in 0..<machineCount { add(TreeWorld.founded, [], from: Tree()) }
      heads = Array(commits.indices)
    } else {
      add(TreeWorld.founded, [], from: Tree())
      heads = Array(repeating: 0, count: machineCount)
    }
    for _ in 0..<(4 + world.number(below: 16)) {
      if let problem = step() { return problem }
    }
    return problemOfEnd()
  }

  private mutating func step() -> String? {
    let machine = world.number(below: heads.count)
    if world.number(below: 3) > 0 {
      let tree = commits[heads[machine]].tree
      var new = tree
      for row in world.change(tree) { new.put(row) }
      heads[machine] = add(new, commits[heads[machine]].known, from: tree)
      return nil
    }
    let other = heads[world.number(below: heads.count)]
    let merged = merged(commits[heads[machine]], commits[other])
    commits.append(merged)
    events.append([])
    heads[machine] = commits.count - 1
    return Self.difference("a merge is not what was written", merged.tree, outcome(of: merged.known))
  }

  @discardableResult
  private mutating func add(_ tree: Tree, _ known: Set<Int>, from old: Tree) -> Int {
    let places = tree.rows.keys.filter { old[$0] != tree[$0] }
    commits.append(Commit(tree: tree, known: known.union([commits.count])))
    events.append(
      places.map { Event(place: $0, before: TreeParts(old[$0]), after: TreeParts(tree[$0])) })
    return commits.count - 1
  }

  private func merged(_ one: Commit, _ other: Commit) -> Commit {
    if one.known.isSuperset(of: other.known) { return one }
    if other.known.isSuperset(of: one.known) { return other }
    let common = one.known.intersection(other.known)
    let best = common.filter { place in
      !common.contains { $0 != place && commits[$0].known.contains(place) }
    }
    let bases = best.sorted().map { commits[$0] }
    let base = bases.dropFirst().reduce(bases.first ?? Commit(tree: Tree(), known: [])) { merged($0, $1) }
    let known = one.known.union(other.known).union([commits.count])
    return Commit(tree: .merged(base: base.tree, ours: one.tree, theirs: other.tree), known: known)
  }

  /// What was written by some commits and replaced by none of them.
  private func outcome(of known: Set<Int>) -> Tree {
    let all = Dictionary(grouping: known.filter { $0 < events.count }.flatMap { events[$0] }, by: \.place)
    return Tree(
      all.map { place, events in
        var row = TreeParts(TreeRow(place.name, in: place.table))
        for part in events.reduce(
          into: Set<TreeParts.Part>([.key, .presence]), { $0.formUnion($1.after.writes.keys) })
        {
          let replaced = events.reduce(into: Set<CellWrite>()) {
            $0.formUnion($1.before.known(part).subtracting($1.after.known(part)))
          }
          let written = events.reduce(into: Set<CellWrite>()) {
            $0.formUnion($1.after.known(part).subtracting($1.before.known(part)))
          }
          row.writes[part] = written.subtracting(replaced)
          row.replaced[part] = Set(replaced.filter { $0.name == 0 }.map(\.value))
        }
        return row.row(at: place)
      })
  }

  // MARK: The end

  private mutating func problemOfEnd() -> String? {
    let expected = outcome(of: heads.reduce(into: []) { $0.formUnion(commits[$1].known) })
    for order in Self.orders(of: heads) {
      let result = order.dropFirst().reduce(commits[order[0]]) { merged($0, commits[$1]) }
      if let problem = Self.difference("an order of merging ends otherwise", result.tree, expected) {
        return problem
      }
      let again = merged(result, commits[order[0]])
      if again.tree != expected { return "merging again changes something" }
      if Tree.merged(base: expected, ours: expected, theirs: expected) != expected { return "not idempotent" }
    }
    if !looksAtView { return problemOfFiles() }
    return problemOfFiles() ?? problemOfView(expected) ?? problemOfNeighbours(expected)
      ?? problemOfAnswers(expected)
  }

  private static func difference(_ words: String, _ tree: Tree, _ expected: Tree) -> String? {
    guard let place = Set(tree.rows.keys).union(expected.rows.keys).first(where: { tree[$0] != expected[$0] })
    else { return nil }
    let lines = [tree[place], expected[place]].map { row in
      row.map { String(decoding: TreeLine.bytes(of: $0), as: UTF8.self) } ?? "no row"
    }
    return "\(words): \(lines[0]) instead of \(lines[1])"
  }

  private static func orders(of items: [Int]) -> [[Int]] {
    if items.count < 2 { return [items] }
    return items.indices.flatMap { place -> [[Int]] in
      var rest = items
      let first = rest.remove(at: place)
      return orders(of: rest).map { [first] + $0 }
    }
  }

  /// The merge of files is that of the model.
  private func problemOfFiles() -> String? {
    let (ours, theirs) = (commits[heads[0]], commits[heads[1]])
    let common = ours.known.intersection(theirs.known)
    let base = commits.last { common.isSuperset(of: $0.known) } ?? Commit(tree: Tree(), known: [])
    let result = Tree.merged(base: base.tree, ours: ours.tree, theirs: theirs.tree)
    var news = TreeNews()
    do throws(SyncError) {
      var merge = TreeMerge<TreeFolder, TreeNews>(
        base: TreeFolder(base.tree), ours: TreeFolder(ours.tree), theirs: TreeFolder(theirs.tree))
      try merge.run(into: &news)
    } catch { return "the merge of files ends with \(error)" }
    if !news.problems.isEmpty { return "a file cannot be read" }
    let isEqual = TreeFolder(ours.tree).with(news.files) == TreeFolder(result)
    return isEqual ? nil : "the files are not those of the model"
  }

  // MARK: The view

  private func problemOfView(_ tree: Tree) -> String? {
    let plain = TreeView(tree, tree.declarations)
    let own = TreeView(tree, tree.declarations) { _, _, write in write.name % 2 == 1 }
    var keys: Set<[TreeValue]> = []
    do throws(SyncError) {
      for row in tree.sorted.shuffled() where TreeFormat.isOfPerson(row.table) {
        guard let shown = try own.row(row.name, of: row.table) else { return "a row is not in the view" }
        if try plain.questions(about: row.name, of: row.table)
          != own.questions(about: row.name, of: row.table)
        {
          return "questions depend on the machine"
        }
        if try shown
          != TreeView(tree, tree.declarations, isOwn: { _, _, write in write.name % 2 == 1 })
          .row(row.name, of: row.table)
        {
          return "the view depends on what was asked before"
        }
        guard shown.name == row.name, shown.isThere, shown.obstacle == nil else { continue }
        let table = TreeValue.value(.text(row.table))
        if let key = shown.key, !keys.insert([table, .value(.integer(key))]).inserted {
          return "a key comes twice"
        }
        for columns in tree.declarations[row.table]?.constraints ?? [] {
          let values = columns.compactMap { shown.values[$0] }
          if values.count == columns.count,
            !keys.insert([table, .value(.text(columns[0]))] + values).inserted
          {
            return "a unique value comes twice"
          }
        }
        for column in tree.declarations[row.table]?.columns ?? [] {
          guard case .row(let name) = shown.values[column.birth], let target = column.reference else {
            continue
          }
          if let row = try own.row(name, of: target), !row.isThere {
            return "a row points to one that is gone"
          }
        }
      }
    } catch { return "\(error)" }
    return nil
  }

  /// Only the neighbours of a row that changes are shown otherwise afterwards.
  private mutating func problemOfNeighbours(_ tree: Tree) -> String? {
    for _ in 0..<3 {
      var new = tree
      var places: Set<TreePlace> = []
      do throws(SyncError) {
        let changed = world.change(tree)
        let before = TreeView(tree, tree.declarations)
        for row in changed { new.put(row) }
        let after = TreeView(new, new.declarations)
        for row in changed {
          places.formUnion(try before.neighbours(of: tree.row(row.name, of: row.table) ?? row))
          places.formUnion(try after.neighbours(of: row))
        }
        for declaration in TreeWorld.declarations {
          let names = tree.contested(of: declaration.table) + new.contested(of: declaration.table)
          // Whoever looks at a row goes on to the one that speaks for it.
          for name in names {
            let rows = [
              try before.row(name, of: declaration.table), try after.row(name, of: declaration.table),
            ]
            let speakers = rows.compactMap { $0?.name }
            places.formUnion(([name] + speakers).map { TreePlace($0, of: declaration.table) })
          }
        }
        for row in new.sorted where TreeFormat.isOfPerson(row.table) {
          let (was, shown) = (
            try before.row(row.name, of: row.table), try after.row(row.name, of: row.table)
          )
          let isSame =
            was?.values == shown?.values && was?.isThere == shown?.isThere && was?.key == shown?.key
            && was?.name == shown?.name && was?.leftOut == shown?.leftOut
          let names = Set([row.name, was?.name, shown?.name].compactMap(\.self))
          if !isSame, !names.contains(where: { places.contains(TreePlace($0, of: row.table)) }) {
            return "a row that is no neighbour changes: \(row.table.string)"
          }
        }
      } catch { return "\(error)" }
    }
    return nil
  }

  /// Every question can be answered, and then is gone.
  private mutating func problemOfAnswers(_ tree: Tree) -> String? {
    var tree = tree
    for _ in 0..<200 {
      let view = TreeView(tree, tree.declarations)
      let people = tree.sorted.filter { TreeFormat.isOfPerson($0.table) }
      let questions = people.flatMap { (try? view.questions(about: $0.name, of: $0.table)) ?? [] }
      guard let question = questions.randomElement(using: &world.random) else { return nil }
      guard let rows = world.answer(question, view, world.newName()) else { return "an answer does not fit" }
      for row in rows { tree.put(row) }
      let next = TreeView(tree, tree.declarations)
      let left = (try? next.questions(about: question.row, of: question.table)) ?? []
      if left.contains(where: { $0.id == question.id && $0.kind == question.kind }) {
        return "an answer leaves the question: \(question)"
      }
    }
    return "the questions do not end"
  }
}
