/// An index that keeps rows apart by some columns.
struct UniqueIndex {
  /// The names of the columns.
  var columns: [String] = []
  /// The names of the collations by which their texts are compared.
  var collations: [String] = []
}
