import Queries
import Records
import SQLite
import Tables

/// A query's condition in SQL, with the values to bind and the tests that it calls.
///
/// If an index may be able to find the rows, there is also a condition on the column, which lets all matching rows pass, and
/// perhaps some others. Then our own test decides, by the same code as for a row in memory, so the two always agree.
package struct RowFilter: Sendable {
  package let condition: QueryCondition
  package let text: String
  package let bindings: [Value]
  /// The test of a group of words over all columns, which is called most.
  let match: RowTest?
  /// The other tests, by the numbers with which they are called.
  let tests: [RowTest]
  package let fields: Set<Int>
  package let states: Set<QueryState>

  /// SQLite limits the size of expressions.
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
