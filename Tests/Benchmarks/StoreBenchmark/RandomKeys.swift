/// Random keys between 1 and the number of rows; for the same seed they are the keys that the floor draws.
///
/// The generator is Marsaglia's xorshift64 with the shifts 13, 7 and 17.
struct RandomKeys {
  private var state: UInt64
  private let rowCount: UInt64

  init(seed: UInt64, rowCount: UInt64) {
    state = seed
    self.rowCount = rowCount
  }

  mutating func next() -> Int64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int64(state % rowCount) + 1
  }
}
