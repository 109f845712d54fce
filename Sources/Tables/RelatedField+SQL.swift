import Records
import SQLite

/// Related fields in SQL.
extension RelatedField {
  /// The value for a row of a table, as an expression.
  func expression(in table: String) -> String {
    let rows = "FROM \(source) WHERE \(isRelated(to: table))"
    return switch part {
    // The order makes the same rows give the same text.
    case .all: "(SELECT group_concat(value, '; ') FROM (SELECT \(value) AS value \(rows) ORDER BY 1))"
    case .single: "(SELECT \(value) \(rows))"
    case .number: "(SELECT nullif(count(*), 0) \(rows))"
    case .count: "(SELECT count(*) \(rows))"
    case .first: "(SELECT min(\(value)) \(rows))"
    case .last: "(SELECT max(\(value)) \(rows))"
    case .sum: "(SELECT sum(\(value)) \(rows))"
    case .average: "(SELECT round(avg(\(value)), 2) \(rows))"
    }
  }

  /// Whether one of the other rows of a row meets a condition on `value`.
  package func anyRow(of table: String, meets condition: String) -> String {
    let keys = targets.map { "\(quoted(table)).\(quoted($0))" }.separated(by: ", ")
    let columns = columns.map { "r.\(quoted($0))" }.separated(by: ", ")
    let key = targets.count == 1 ? keys : "(\(keys))"
    return "\(key) IN (SELECT \(columns) FROM \(source) WHERE \(condition))"
  }

  /// The values of the other rows of one row, whose key is bound; several of them.
  package func values(of sql: TableSQL) -> String {
    "SELECT \(value) FROM \(source), \(sql.table) WHERE \(isRelated(to: sql.schema.table)) "
      + "AND \(sql.qualifiedKeyTuple) = \(sql.keyParameterList)"
  }

  /// The values of the other rows of those rows of a table that meet a condition.
  func values(of table: String, meeting condition: String) -> String {
    let targets = targets.map(quoted).separated(by: ", ")
    let columns = columns.map { "r.\(quoted($0))" }.separated(by: ", ")
    let key = self.columns.count == 1 ? columns : "(\(columns))"
    return "SELECT \(value) AS value FROM \(source) WHERE \(key) IN "
      + "(SELECT \(targets) FROM \(quoted(table))\(condition))"
  }

  /// What is taken from a row, as an expression.
  package var value: String {
    switch content {
    case .row: "1"
    case .column(let column): "r.\(quoted(column))"
    case .title(let target): TableSQL.title(of: target.titles.map { "t.\(quoted($0))" })
    }
  }

  /// The other rows, with those that they point to if these are wanted.
  private var source: String {
    guard case .title(let target) = content else { return "\(quoted(table)) AS r" }
    let condition = zip(target.columns, target.targets).map { "r.\(quoted($0)) = t.\(quoted($1))" }
    return "\(quoted(table)) AS r JOIN \(quoted(target.table)) AS t ON \(condition.separated(by: " AND "))"
  }

  private func isRelated(to table: String) -> String {
    zip(columns, targets).map { "r.\(quoted($0)) = \(quoted(table)).\(quoted($1))" }.separated(by: " AND ")
  }
}
