import Records

/// What a new record begins with.
public struct DraftStart: Hashable, Sendable {
  /// A value for each field of the schema.
  let values: [Value]
  /// The titles of the rows that fields point to, as far as they are known.
  var titles: [Int: String] = [:]
  /// Whether a record that is added behind it begins so, too.
  let isRepeated: Bool

  /// Begins with the values of another record.
  public init(like values: [Value]) { (self.values, isRepeated) = (values, false) }

  /// Begins with what the rows of a list have in common.
  public init(in scope: ListSource.Scope?, of schema: Schema) {
    (values, isRepeated) = (schema.values(in: scope), scope != nil)
    if let scope, scope.fields.count == 1 { titles[scope.fields[0]] = scope.title }
  }
}
