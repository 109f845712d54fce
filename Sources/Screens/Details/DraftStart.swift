import Records

/// The initial values of a new record.
public struct DraftStart: Hashable, Sendable {
  /// A value for each field of the schema.
  let values: [Value]
  /// The titles of the rows that fields point to, if known.
  var titles: [Int: String] = [:]
  /// Whether a record that is added after it starts the same way.
  let isRepeated: Bool

  /// Starts with the values of another record.
  public init(like values: [Value]) { (self.values, isRepeated) = (values, false) }

  /// Starts with the values that all rows of a list share.
  public init(in scope: ListSource.Scope?, of schema: Schema) {
    (values, isRepeated) = (schema.values(in: scope), scope != nil)
    if let scope, scope.fields.count == 1 { titles[scope.fields[0]] = scope.title }
  }
}
