import Queries
import Records
import SQLite
import Tables

/// A query's condition as one of SQL, with the values to be bound and the tests that it calls.
///
/// If an index could find the rows, there is a condition on the column, which lets all rows pass that match, and perhaps
/// some others. Then our own test decides, by the same code as for a row in memory, so the two always agree.
package struct RowFilter: Sendable {
  package let condition: QueryCondition
  /// The condition of SQL; each `?` is one of `bindings`.
  package let text: String
  package let bindings: [Value]
  /// The test of a group of words over all columns, which is called most.
  let match: RowTest?
  /// The other tests, by the numbers with which they are called.
  let tests: [RowTest]
  /// The fields whose values matter.
  package let fields: Set<Int>
  /// The states that matter.
  package let states: Set<QueryState>

  /// The parts that a condition of SQL may have; SQLite takes no expression of any size.
  private static let partLimit = 200

  /// Makes the filter of a condition.
  ///
  /// - Parameter collation: Gives the name of the collation of a field's column.
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
        // The row that a field refers to is another one once the field changes.
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

  /// The tests as SQLite calls them.
  ///
  /// - Parameter isCancelled: Whether the search is no longer wanted.
  func functionTests(isCancelled: @escaping () -> Bool) -> SQLFunction.Tests {
    .init(
      match: match.map { $0.function { false } },
      numbered: tests.map { $0.function(isCancelled: isCancelled) })
  }
}
