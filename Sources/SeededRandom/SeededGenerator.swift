/// Numbers that look like chance and are the same for the same seed, in every run and on every system.
///
/// SplitMix64, after Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators* (OOPSLA 2014). The sequence
/// stays as it is: books of the demonstration and seeds of the tests hang on it.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Begins the sequence of a seed; any number will do.
  package init(seed: UInt64) {
    state = seed
  }

  /// The next number, evenly spread over all of 64 bits.
  ///
  /// - Complexity: O(1).
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
