import Records
import SQLite

extension RelatedField {
  /// An alias for the other rows; assumed to be no table's name.
  package static let other = quoted("the other row")
  private static let behind = quoted("the row behind it")

  func expression(in table: String) -> String {
    let rows = "FROM \(source) WHERE \(isRelated(to: table))"
    guard part == .all else { return "(SELECT \(whole(value)) \(rows))" }
    // Sorted, so that the same rows always give the same text.
    return "(SELECT \(whole("value")) FROM (SELECT \(value) AS value \(rows) ORDER BY 1))"
  }

  private func whole(_ value: String) -> String {
    switch part {
    case .all: "group_concat(\(value), '; ')"
    case .single: value
    case .number: "nullif(count(*), 0)"
    case .count: "count(*)"
    case .first: "min(\(value))"
    case .last: "max(\(value))"
    case .sum: "sum(\(value))"
    case .average: "round(avg(\(value)), 2)"
    }
  }

  /// Selects the keys and values of rows whose keys are bound; the items of a list are separate rows.
  ///
  /// The statement scans the other rows once, and needs no index.
  package func values(ofRows count: Int, of sql: TableSQL) -> String {
    let shown = quoted("the shown rows")
    let keys = sql.schema.key.columns.indices.map { "k\($0)" }
    let keyList = keys.separated(by: ", ")
    let columns =
      zip(keys, sql.schema.key.columns).map { "\(quoted($1)) AS \($0)" }
      + targets.enumerated().map { "\(quoted($1)) AS t\($0)" }
    let list = Array(repeating: sql.keyParameterList, count: count).separated(by: ", ")
    let conditions = self.columns.enumerated().map { "\(Self.other).\(quoted($1)) = \(shown).t\($0)" }
    var rows = "\(quoted(table)) AS \(Self.other) CROSS JOIN \(shown) ON \(conditions.separated(by: " AND "))"
    if case .title(let target) = content { rows += " CROSS JOIN \(behind(target))" }
    // GROUP BY does not keep the order of the values within a group.
    let isWhole = part != .all
    // The other table may have columns with the names of the keys.
    let shownKeys = keys.map { "\(shown).\($0) AS \($0)" }.separated(by: ", ")
    let start =
      "CASE typeof(\(value)) WHEN 'text' THEN substr(\(value), 1, \(TableSQL.shownLength)) ELSE \(value) END"
    return """
      WITH \(shown) AS MATERIALIZED (
        SELECT \(columns.separated(by: ", ")) FROM \(sql.table) WHERE \(sql.keyTuple) IN (VALUES \(list)))
      SELECT \(keyList), \(isWhole ? whole("value") : "value || ''")
      FROM (SELECT \(shownKeys), \(isWhole ? value : start) AS value FROM \(rows))
      \(isWhole ? "GROUP BY \(keyList)" : "ORDER BY \(keyList), value")
      """
  }

  package func anyRow(of own: String, meets condition: String) -> String {
    let keys = targets.map { "\(quoted(own)).\(quoted($0))" }.separated(by: ", ")
    let columns = columns.map { "\(Self.other).\(quoted($0))" }.separated(by: ", ")
    return
      "\(tuple(keys, targets)) IN (SELECT \(columns) FROM \(quoted(table)) AS \(Self.other) WHERE \(onTarget(condition)))"
  }

  private func onTarget(_ condition: String) -> String {
    guard case .title(let target) = content else { return condition }
    let columns = target.columns.map { "\(Self.other).\(quoted($0))" }.separated(by: ", ")
    let keys = target.targets.map { "\(Self.behind).\(quoted($0))" }.separated(by: ", ")
    return "\(tuple(columns, target.columns)) IN "
      + "(SELECT \(keys) FROM \(quoted(target.table)) AS \(Self.behind) WHERE \(condition))"
  }

  private func tuple(_ list: String, _ columns: [String]) -> String {
    columns.count == 1 ? list : "(\(list))"
  }

  package func values(of sql: TableSQL) -> String {
    "SELECT \(value) FROM \(source), \(sql.table) WHERE \(isRelated(to: sql.schema.table)) "
      + "AND \(sql.qualifiedKeyTuple) = \(sql.keyParameterList)"
  }

  func values(of table: String, meeting condition: String) -> String {
    let targets = targets.map(quoted).separated(by: ", ")
    let columns = columns.map { "\(Self.other).\(quoted($0))" }.separated(by: ", ")
    return "SELECT \(value) AS value FROM \(source) WHERE \(tuple(columns, self.columns)) IN "
      + "(SELECT \(targets) FROM \(quoted(table))\(condition))"
  }

  package var value: String {
    switch content {
    case .row: "1"
    case .column(let column): "\(Self.other).\(quoted(column))"
    case .computed(let expression): expression
    case .title(let target): TableSQL.title(of: target.titles.map { "\(Self.behind).\(quoted($0))" })
    }
  }

  private var source: String {
    guard case .title(let target) = content else { return "\(quoted(table)) AS \(Self.other)" }
    return "\(quoted(table)) AS \(Self.other) JOIN \(behind(target))"
  }

  private func behind(_ target: Target) -> String {
    let condition = zip(target.columns, target.targets).map {
      "\(Self.other).\(quoted($0)) = \(Self.behind).\(quoted($1))"
    }
    return "\(quoted(target.table)) AS \(Self.behind) ON \(condition.separated(by: " AND "))"
  }

  private func isRelated(to table: String) -> String {
    zip(columns, targets).map { "\(Self.other).\(quoted($0)) = \(quoted(table)).\(quoted($1))" }.separated(
      by: " AND ")
  }
}
