import BookStore
import Records

/// A change of a list that a joining table makes, as `set` takes it: `shelf+=favourites`, or `shelf-=favourites`.
struct PartsChange {
  let field: Int
  let change: JoinedParts.Change

  /// Parses an argument; nil if it is none.
  ///
  /// - Throws: `CommandFailure` for a field that is no such list, or for no parts.
  init?(_ argument: String, _ rows: RowArguments) throws {
    guard let equals = argument.firstIndex(of: "="), let sign = argument[..<equals].last, "+-".contains(sign)
    else { return nil }
    let name = String(argument[..<equals].dropLast())
    let schema = try rows.store.completeSchema()
    let found = schema.joinedFields.first {
      let field = schema.field(at: $0)
      return field.column.isSameName(as: name) || field.label.lowercased() == name.lowercased()
    }
    guard let found else {
      let names = schema.joinedFields.map { schema.field(at: $0).column }
      guard !names.isEmpty else { return nil }
      throw CommandFailure(
        "+= and -= change lists of rows that a table joins. Those of “\(schema.table)” are \(names.joined(separator: ", "))."
      )
    }
    let typed = (sign == "-" ? "-" : "") + argument[equals...].dropFirst()
    (field, change) = (found, JoinedParts.Change(typed: typed))
    if change == .add([]) || change == .remove([]) {
      throw CommandFailure("Name what to add or remove, as in \(name)+=favourites.")
    }
  }
}
