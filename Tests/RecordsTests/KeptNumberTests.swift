import Records
import Testing

/// What a column may hold after a number was written to it.
@Suite("Numbers that a column keeps with fewer digits") struct KeptNumberTests {
  @Test(
    "A number is the one that was written, or another one",
    arguments: [
      (.real(1.1), .coordinate, .real(1.0999999046325684), true),
      (.real(1.1), .coordinate, .real(1.100000023841858), true),
      (.real(1.1), .coordinate, .real(1.1), true), (.real(1.1), .coordinate, .real(1.10001), false),
      (.real(1.1), .coordinate, .real(1.0999), false), (.real(1.1), .real, .real(1.100000023841858), false),
      (.real(0), .coordinate, .real(0), true), (.real(0), .coordinate, .real(0.000_1), false),
      (.real(-1e40), .coordinate, .real(-.infinity), true), (.integer(5), .coordinate, .real(5), true),
      ("1.5", .coordinate, .real(1.5), true), ("word", .coordinate, .real(0), true),
      (.null, .coordinate, .real(0), true), (.null, .coordinate, .real(1), false),
      (.real(1), .coordinate, .null, false), (.real(3.7), .wholeCoordinate, .integer(3), true),
      (.real(-3.7), .wholeCoordinate, .integer(-3), true), (.real(3.7), .wholeCoordinate, .integer(4), false),
      (.integer(5_000_000_000), .wholeCoordinate, .integer(705_032_704), true),
      (.integer(5), .wholeCoordinate, .integer(6), false), (.null, .wholeCoordinate, .integer(0), true),
      (.real(0.1 + 0.2), .text, "0.3", true), (.real(0.1 + 0.2), .text, "0.3000001", false),
      (.real(1e300), .text, "1.0e+300", true), ("0.30000000000000004", .text, "0.3", false),
    ] as [(Value, Affinity, Value, Bool)])
  func held(value: Value, affinity: Affinity, held: Value, isHeld: Bool) {
    #expect(value.isHeld(as: held, in: affinity) == isHeld)
  }
}
