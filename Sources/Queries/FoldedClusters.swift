/// A folded string that knows which grapheme cluster each of its bytes came from.
struct FoldedClusters {
  private let text: String
  /// The index of each cluster in the string.
  let starts: [String.Index]
  /// The fold's UTF-8.
  private var bytes: [UInt8] = []
  /// The number of the cluster that a byte came from.
  private var clusters: [Int] = []

  /// Folds a string.
  init(_ text: String) {
    self.text = text
    starts = Array(text.indices)
    for (number, cluster) in text.enumerated() {
      for scalar in cluster.unicodeScalars {
        TextFold.fold(scalar) {
          if !TextSigns.contain($0) { bytes.append(contentsOf: Array(String($0).utf8)) }
        }
      }
      clusters.append(contentsOf: repeatElement(number, count: bytes.count - clusters.count))
    }
  }

  /// The clusters of each place where a word occurs; places may overlap.
  func occurrences(of word: SearchWord) -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    var start = 0
    bytes.withUnsafeBytes { bytes in
      while let index = word.firstIndex(in: bytes, from: start) {
        found.append(clusters[index]...clusters[index + word.bytes.count - 1])
        start = index + 1
      }
    }
    return found
  }

  /// The ranges of the string that neighbouring marked clusters make.
  func ranges(of isMarked: [Bool]) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    for (number, start) in starts.enumerated() where isMarked[number] {
      let end = number + 1 < starts.count ? starts[number + 1] : text.endIndex
      if let last = ranges.last, last.upperBound == start {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(start..<end)
      }
    }
    return ranges
  }
}
