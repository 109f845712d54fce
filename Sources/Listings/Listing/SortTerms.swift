import Queries
import Records
import SQLite

/// How rows are sorted by their fields, in SQL and in memory; both must agree.
extension TableSQL {
  package func sortKey(_ field: Int) -> String { sortKey(of: ordering(field), field) }

  func sorted(_ field: Int) -> String { sorted(ordering(field), field) }

  private func sorted(_ expression: String, _ field: Int) -> String {
    let choices = choices(of: field)
    if choices.isEmpty { return expression }
    let places = choices.enumerated().map { place, choice in
      "WHEN '\(choice.replacing("'", with: "''"))' THEN \(place) "
    }
    // As in `Field.ordered`, whatever the column's own collation.
    return "CASE \(expression) COLLATE NOCASE \(places.joined())ELSE \(expression) END"
  }

  /// Excludes related fields, whose expression is too slow to be repeated.
  func choices(of field: Int) -> [String] {
    schema.fields.indices.contains(field) && !sortsBySurname(field) ? schema.fields[field].orderedChoices : []
  }

  package func sortKey(of expression: String, _ field: Int) -> String {
    if schema.field(at: field).comparesNumbers { return "\(SQLFunction.numberKey)(\(expression))" }
    if sortsBySurname(field) { return "\(SQLFunction.nameKey)(\(expression))" }
    let function = ignoresArticles(field) ? SQLFunction.titleKey : SQLFunction.sortKey
    return "\(function)(\(sorted(expression, field)))"
  }

  func keyTerm(_ term: ListOrder.Term, isUTF8: Bool) -> KeySorter.Term {
    let isNumber = schema.field(at: term.field).comparesNumbers
    return KeySorter.Term(
      isDescending: term.isDescending, isValue: isUTF8 && !isNumber && !sortsBySurname(term.field),
      isNumber: isNumber, articles: ignoresArticles(term.field) ? articles : .none)
  }

  package func sortKey(of value: Value, _ field: Int) -> SortKey {
    if sortsBySurname(field) { return SortKey(ofName: schema.field(at: field).compared(value)) }
    let compared =
      choices(of: field).isEmpty
      ? schema.field(at: field).compared(value) : schema.fields[field].ordered(value)
    return SortKey(
      compared, ignoring: ignoresArticles(field) ? articles : .none)
  }

  func sortsBySurname(_ field: Int) -> Bool {
    let field = schema.field(at: field)
    return !surnames.isEmpty && field.kind.holdsTexts && surnames.contains { $0.isSameName(as: field.column) }
  }

  private func ignoresArticles(_ field: Int) -> Bool {
    !articles.isEmpty && schema.titleFields.contains(field) && schema.fields[field].kind.isText
  }

  /// Determines the class of a blob without reading it.
  private func isNull(_ field: Int) -> String {
    let column = columnList([field])
    return bytesFields.contains(field) ? "typeof(\(column)) = 'null'" : "\(column) IS NULL"
  }

  /// NULLs come last in both directions, and equal rows are in key order; if not `isForward`, the last row comes first.
  package func orderTerms(_ order: ListOrder, isForward: Bool = true) -> String {
    guard !order.terms.isEmpty else { return order.isDescending == isForward ? keyListDescending : keyList }
    let terms = order.terms.flatMap { term -> [String] in
      let key = sortKey(term.field) + (term.isDescending == isForward ? " DESC" : "")
      // An expression over other rows is evaluated once for each row.
      if schema.related(at: term.field) != nil, term.isDescending {
        let last = "nullif(\(sortKey(term.field)), \(sortKey(of: "NULL", term.field)))"
        return ["coalesce(\(last), x'')" + (isForward ? " DESC" : "")]
      }
      // The key of NULL is the greatest, so in ascending order it comes last by itself.
      return term.isDescending ? [isNull(term.field) + (isForward ? "" : " DESC"), key] : [key]
    }
    return (terms + [isForward ? keyList : keyListDescending]).separated(by: ", ")
  }

  /// The row comes before the other one if the search goes backward; its values are bound from `number` on, then its key.
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
