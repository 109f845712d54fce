import Testing

@testable import MemoryPressure

/// The kernel's text, and when it means that memory is short.
@Suite struct StallInformationTests {
  @Test("the totals of the two lines") func text() {
    let text = """
      some avg10=1.53 avg60=0.40 avg300=0.00 total=58464525
      full avg10=0.00 avg60=0.00 avg300=0.00 total=52143216

      """
    #expect(StallInformation(text) == StallInformation(some: 58_464_525, full: 52_143_216))
    #expect(StallInformation("some avg10=0.00 total=7") == StallInformation(some: 7, full: 0))
  }

  @Test("other texts are none", arguments: ["", "some", "full total=1", "some total=-1", "some total=9x"])
  func otherTexts(_ text: String) { #expect(StallInformation(text) == nil) }

  @Test(
    "what grew enough is short",
    arguments: [
      (149_999, 0, nil), (150_000, 0, MemoryWarning.Level.some), (150_000, 99_999, .some),
      (100_000, 100_000, .full),
    ] as [(UInt64, UInt64, MemoryWarning.Level?)])
  func level(_ some: UInt64, _ full: UInt64, _ level: MemoryWarning.Level?) {
    let earlier = StallInformation(some: 1_000, full: 1_000)
    #expect(StallInformation(some: 1_000 + some, full: 1_000 + full).level(since: earlier) == level)
    #expect(earlier.level(since: StallInformation(some: 9_000_000, full: 9_000_000)) == nil)
  }
}
