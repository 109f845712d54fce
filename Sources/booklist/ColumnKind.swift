import ArgumentParser

/// A column and its kind as typed: `price=decimal`.
///
/// The last equals sign separates them, because a column's name may contain one and a kind's cannot.
struct ColumnKind: ExpressibleByArgument {
  let column, kind: String

  init?(argument: String) {
    guard let equals = argument.lastIndex(of: "="), equals > argument.startIndex else { return nil }
    column = String(argument[..<equals])
    kind = String(argument[argument.index(after: equals)...])
  }
}
