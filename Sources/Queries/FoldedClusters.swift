/// A folded string that maps each of its bytes back to a grapheme cluster.
struct FoldedClusters {
  private let text: String
  let starts: [String.Index]
  private var bytes: [UInt8] = []
  private var clusters: [Int] = []

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
