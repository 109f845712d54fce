import BookStore
import Queries
import Records

/// A change of a list that a joining table makes, as `set` takes it: `shelf+=favourites`, `shelf-=favourites`, or
/// `shelf:summer=winter`.
struct PartsChange {
  let field: Int
  let change: JoinedParts.Change

  /// Parses an argument; nil if it is none.
  ///
  /// - Throws: `CommandFailure` for a field that is no such list, or for no parts.
  init?(_ argument: String, _ rows: RowArguments) throws {
    guard let equals = argument.firstIndex(of: "="), let sign = argument[..<equals].last else { return nil }
    if !"+-".contains(sign) {
      guard let change = try Self.renaming(argument[..<equals], argument[equals...].dropFirst(), rows) else {
        return nil
      }
      (field, self.change) = change
      return
    }
    let name = String(argument[..<equals].dropLast())
    let schema = try rows.store.completeSchema()
    guard let found = schema.joinedField(called: name) else {
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

  private static func renaming(
    _ name: Substring, _ new: Substring, _ rows: RowArguments
  ) throws -> (Int, JoinedParts.Change)? {
    guard let colon = name.firstIndex(of: ":") else { return nil }
    let found = try rows.store.completeSchema().joinedField(called: String(name[..<colon]))
    let parts = [name[colon...].dropFirst(), new].map { TextCase.trim.changed(String($0)) }
    guard let found else { return nil }
    if parts.contains("") { throw CommandFailure("Name both parts, as in shelf:summer=winter.") }
    return (found, .rename(parts[0], to: parts[1]))
  }
}

extension Schema {
  /// The list of a joining table with a name or a label, in any case.
  fileprivate func joinedField(called name: String) -> Int? {
    joinedFields.first {
      let field = field(at: $0)
      return field.column.isSameName(as: name) || field.label.lowercased() == name.lowercased()
    }
  }
}
