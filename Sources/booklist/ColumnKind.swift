import ArgumentParser

/// A column and the name of its kind as people type them: `price=decimal`.
///
/// The last equals sign parts them, since a column's name may have one and a kind's has none.
struct ColumnKind: ExpressibleByArgument {
  let column: String
  let kind: String

  init?(argument: String) {
    guard let equals = argument.lastIndex(of: "="), equals > argument.startIndex else { return nil }
    column = String(argument[..<equals])
    kind = String(argument[argument.index(after: equals)...])
  }
}
