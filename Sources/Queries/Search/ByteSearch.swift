/// Finds a word's bytes in a folded text, sixteen positions at a time.
struct ByteSearch {
  private typealias Chunk = SIMD16<UInt8>

  let word: [UInt8]
  private let first, last: Chunk

  init(_ word: [UInt8]) {
    self.word = word
    first = Chunk(repeating: word.first ?? 0)
    last = Chunk(repeating: word.last ?? 0)
  }

  /// - Complexity: O(*n*) for common text; at worst O(*n* × *m*), *m* being the word's length.
  func firstIndex(in text: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    var offset = start
    while offset + Chunk.scalarCount + word.count - 1 <= text.count {
      let candidates = candidates(in: text, at: offset)
      if candidates[0] | candidates[1] != 0 {
        for half in 0...1 {
          if let index = firstIndex(among: candidates[half], in: text, at: offset + 8 * half) { return index }
        }
      }
      offset += Chunk.scalarCount
    }
    while offset + word.count <= text.count {
      if begins(in: text, at: offset) { return offset }
      offset += 1
    }
    return nil
  }

  /// The positions where the first and last bytes match, as eight bits each.
  private func candidates(in text: UnsafeRawBufferPointer, at offset: Int) -> SIMD2<UInt64> {
    let begins = text.loadUnaligned(fromByteOffset: offset, as: Chunk.self) .== first
    let ends = text.loadUnaligned(fromByteOffset: offset + word.count - 1, as: Chunk.self) .== last
    return unsafeBitCast(begins .& ends, to: SIMD2<UInt64>.self)
  }

  private func firstIndex(among candidates: UInt64, in text: UnsafeRawBufferPointer, at offset: Int) -> Int? {
    var candidates = candidates
    while candidates != 0 {
      let place = candidates.trailingZeroBitCount / 8
      if begins(in: text, at: offset + place) { return offset + place }
      candidates &= ~(0xFF << UInt64(8 * place))
    }
    return nil
  }

  private func begins(in text: UnsafeRawBufferPointer, at index: Int) -> Bool {
    word.indices.allSatisfy { text[index + $0] == word[$0] }
  }
}
