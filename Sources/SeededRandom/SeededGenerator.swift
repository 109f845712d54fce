/// A pseudorandom number generator that gives the same sequence for a seed on every system.
///
/// This is SplitMix64, after Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators* (OOPSLA 2014). The
/// sequence must not change: the demonstration's books and the tests' seeds depend on it.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// The next number, uniformly distributed over all 64-bit values.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
