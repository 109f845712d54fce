import Queries
import Records
import SQLite

/// A query's condition in SQL, with the values to bind and the tests that it calls.
///
/// An index may preselect rows; then our own test decides, by the same code as for a row in memory.
package struct RowFilter: Sendable {
  package let condition: QueryCondition
  package let text: String
  package let bindings: [Value]
  let match: RowTest?
  let tests: [RowTest]
  package let fields: Set<Int>
  package let states: Set<QueryState>

  private static let partLimit = 200

  package init(
    _ condition: QueryCondition, _ sql: TableSQL, _ rowStates: RowStates = RowStates(),
    collation: @escaping (_ field: Int) -> String = { _ in "" }
  ) {
    var (fields, states, count) = (Set<Int>(), Set<QueryState>(), 0)
    condition.forEachLeaf { leaf in
      count += 1
      switch leaf {
      case .words(let matcher): fields.formUnion(sql.schema.searchedFields(by: matcher))
      case .field(let index, _):
        fields.insert(index)
        // Changing the foreign key changes the row that the field refers to.
        if let related = sql.schema.related(at: index) {
          fields.formUnion(related.targets.compactMap { sql.schema.field(named: $0) })
        }
      case .state(let state): states.insert(state)
      case .not, .all, .any: break
      }
    }
    var builder = FilterBuilder(sql: sql, states: rowStates, collation: collation)
    let hasRelated = fields.contains { $0 >= sql.schema.fields.count }
    let isWhole = count > Self.partLimit && fields.count <= FilterBuilder.argumentLimit && !hasRelated
    text = isWhole ? builder.whole(condition, fields.sorted()) : builder.part(condition)
    self.condition = condition
    (self.fields, self.states) = (fields, states)
    (bindings, match, tests) = (builder.bindings, builder.match, builder.tests)
  }

  func functionTests(isCancelled: @escaping () -> Bool) -> SQLFunction.Tests {
    .init(
      match: match.map { $0.function { false } },
      numbered: tests.map { $0.function(isCancelled: isCancelled) })
  }
}

/// The rows in the states that a query asks for, as of the start of the query.
package struct RowStates: Sendable {
  package var rows: [QueryState: Set<RecordID>] = [:]
  package var marked = RowSet.none

  package init(rows: [QueryState: Set<RecordID>] = [:], marked: RowSet = .none) {
    (self.rows, self.marked) = (rows, marked)
  }

  package func has(_ state: QueryState, _ id: RecordID) -> Bool {
    state == .marked ? marked.contains(id) : rows[state]?.contains(id) ?? false
  }
}
