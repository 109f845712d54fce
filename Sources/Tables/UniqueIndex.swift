/// A unique index on some columns.
struct UniqueIndex {
  /// The names of the columns.
  var columns: [String] = []
  /// The names of the collations that compare their texts.
  var collations: [String] = []
}
