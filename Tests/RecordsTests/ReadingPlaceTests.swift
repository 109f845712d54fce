import Records
import Testing

@Suite struct ReadingPlaceTests {
  @Test(
    "Places as people type them",
    arguments: [
      ("120", ReadingPlace.page(120)), (" p. 12 ", .page(12)), ("+30", .further(30)), ("45%", .percent(45)),
      ("33,5 %", .percent(33.5)), ("done", .end), ("Done", .end), ("stopped", .stopped),
      ("gave up", .stopped), ("0", .page(0)),
    ])
  func places(_ text: String, _ place: ReadingPlace) { #expect(ReadingPlace(text) == place) }

  @Test("What is none", arguments: ["", "-3", "+0", "+-3", "101%", "-1%", "nan%", "ten", "1.5", "99999999"])
  func none(_ text: String) { #expect(ReadingPlace(text) == nil) }
}
