/// Numbers that look like chance and are the same for the same seed: SplitMix64, after Steele, Lea and Flood, *Fast
/// Splittable Pseudorandom Number Generators* (OOPSLA 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// One of a list's words.
  mutating func word(of list: [String]) -> String {
    list[Int(next() % UInt64(list.count))]
  }

  /// A whole number of a range.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
}
