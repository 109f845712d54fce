struct UniqueIndex {
  var columns: [String] = []
  var collations: [String] = []
}
