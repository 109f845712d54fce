import Queries
import Records
import SQLite
import Tables

/// How rows are put into order by their fields, in SQL and without it; both ways have to agree.
extension TableSQL {
  /// The key by which a field's value orders rows, as an SQL expression.
  package func sortKey(_ field: Int) -> String { sortKey(of: ordering(field), field) }

  /// The key of a value that an expression has, as one of a field.
  package func sortKey(of expression: String, _ field: Int) -> String {
    if schema.field(at: field).comparesNumbers { return "\(SQLFunction.numberKey)(\(expression))" }
    if sortsBySurname(field) { return "\(SQLFunction.nameKey)(\(expression))" }
    return "\(ignoresArticles(field) ? SQLFunction.titleKey : SQLFunction.sortKey)(\(expression))"
  }

  /// A term of an order, for a sort of keys.
  ///
  /// - Parameter isUTF8: Whether the texts of the database are in UTF-8.
  func keyTerm(_ term: ListOrder.Term, isUTF8: Bool) -> KeySorter.Term {
    let isNumber = schema.field(at: term.field).comparesNumbers
    return KeySorter.Term(
      isDescending: term.isDescending, isValue: isUTF8 && !isNumber && !sortsBySurname(term.field),
      isNumber: isNumber, articles: ignoresArticles(term.field) ? articles : .none)
  }

  /// The key by which a field's value orders rows.
  package func sortKey(of value: Value, _ field: Int) -> SortKey {
    if sortsBySurname(field) { return SortKey(ofName: schema.field(at: field).compared(value)) }
    return SortKey(
      schema.field(at: field).compared(value), ignoring: ignoresArticles(field) ? articles : .none)
  }

  /// Whether a field holds names of people, which are sorted by surname.
  func sortsBySurname(_ field: Int) -> Bool {
    let field = schema.field(at: field)
    return !surnames.isEmpty && field.kind.holdsTexts && surnames.contains { $0.isSameName(as: field.column) }
  }

  /// Whether articles at the beginning of a field do not count: those of titles.
  private func ignoresArticles(_ field: Int) -> Bool {
    !articles.isEmpty && schema.titleFields.contains(field) && schema.fields[field].kind.isText
  }

  /// Whether a field's value is NULL, as an SQL expression; of a blob the class can be told without reading it.
  private func isNull(_ field: Int) -> String {
    let column = columnList([field])
    return bytesFields.contains(field) ? "typeof(\(column)) = 'null'" : "\(column) IS NULL"
  }

  /// What rows are ordered by: NULLs come last both ways, and rows that are equal in the order of their keys.
  ///
  /// - Parameter isForward: Whether the first row of the list comes first, and not the last.
  package func orderTerms(_ order: ListOrder, isForward: Bool = true) -> String {
    guard !order.terms.isEmpty else {
      return order.isDescending == isForward ? keyListDescending : keyList
    }
    let terms = order.terms.flatMap { term -> [String] in
      let key = sortKey(term.field) + (term.isDescending == isForward ? " DESC" : "")
      // An expression over other rows is worked out once for each row.
      if schema.related(at: term.field) != nil, term.isDescending {
        let last = "nullif(\(sortKey(term.field)), \(sortKey(of: "NULL", term.field)))"
        return ["coalesce(\(last), x'')" + (isForward ? " DESC" : "")]
      }
      // The key of NULL is the greatest, and so comes last by itself where the greatest does.
      return term.isDescending ? [isNull(term.field) + (isForward ? "" : " DESC"), key] : [key]
    }
    return (terms + [isForward ? keyList : keyListDescending]).separated(by: ", ")
  }

  /// Whether a row comes after another one in an order, or before it where the look goes backward.
  ///
  /// - Parameter number: The number of the first parameter; the values of the other row's fields are bound from there
  ///   on, and then its key.
  func beyond(_ order: ListOrder, isForward: Bool, from number: Int) -> String {
    let comparison = isForward ? ">" : "<"
    var text = key(comparison, from: number + order.terms.count)
    for (index, term) in order.terms.enumerated().reversed() {
      let start = "?\(number + index)"
      let (isNull, isStartNull) = ("(\(self.isNull(term.field)))", "(\(start) IS NULL)")
      let (key, startKey) = (sortKey(term.field), sortKey(of: start, term.field))
      let keyComparison = isForward == term.isDescending ? "<" : ">"
      text = """
        \(isNull) \(comparison) \(isStartNull) OR \(isNull) = \(isStartNull) AND (\(key) \(keyComparison) \(startKey) \
        OR \(key) = \(startKey) AND (\(text)))
        """
    }
    return text
  }
}
