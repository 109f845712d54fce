extension Matcher {
  /// Where words occur in a text: whole grapheme clusters, in order, without overlaps.
  ///
  /// - Complexity: O(*n*) in the text's length for each word.
  public func ranges(in text: String) -> [Range<String.Index>] {
    if isEmpty { return [] }
    let clusters = FoldedClusters(text)
    var isMarked = Array(repeating: false, count: clusters.starts.count)
    for word in words {
      for range in clusters.occurrences(of: word) {
        for cluster in range { isMarked[cluster] = true }
      }
    }
    return clusters.ranges(of: isMarked)
  }
}
