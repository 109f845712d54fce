import Records
import SeededRandom
import Testing

@Suite("Date fields") struct FieldDateTests {
  private let field = Field(column: "copyright", label: "Copyright", kind: .date(.secondsSince1970))

  @Test(
    "A date in place of something that is no time is its midnight, as a real",
    arguments: [.null, "1321", .integer(.max), .real(1e300), .real(-.infinity)] as [Value])
  func midnight(old: Value) throws {
    #expect(try field.value(of: "1870-01-25", replacing: old) == .real(-3_153_600_000))
  }

  @Test("The time of day stays, and so does the storage class") func timeOfDay() throws {
    #expect(try field.value(of: "1970-01-03", replacing: .integer(36_000)) == .integer(172_800 + 36_000))
    #expect(try field.value(of: "1970-01-03", replacing: .real(36_000.25)) == .real(208_800.25))
    #expect(try field.value(of: "1969-12-31", replacing: .real(36_000.25)) == .real(-86_400 + 36_000.25))
    #expect(try field.value(of: "1970-01-02", replacing: .integer(-1)) == .integer(2 * 86_400 - 1))
    #expect(try field.value(of: "1970-01-02", replacing: .real(-0.25)) == .real(2 * 86_400 - 0.25))
  }

  @Test("The same day in another form is no change") func sameDay() throws {
    #expect(
      try field.value(of: "7 Jun 1321", replacing: .real(-20_466_864_000 + 0.3))
        == .real(-20_466_864_000 + 0.3))
    #expect(try field.value(of: "1 Jan 1970", replacing: .integer(7)) == .integer(7))
  }

  @Test("Whatever the time of day, the field then has the day that was typed") func shownAsTyped() throws {
    var generator = SeededGenerator(seed: 1321)
    var olds = [-0.0004, 86_399.99949, 86_399.9994999, 0.0004, -86_400.0004].map(Value.real)
    for _ in 0..<500 { olds.append(.real(.random(in: -2e11...2e11, using: &generator))) }
    for _ in 0..<500 {
      olds.append(.integer(.random(in: -200_000_000_000...200_000_000_000, using: &generator)))
    }
    for old in olds {
      for text in ["-4712-01-01", "9999-12-31", "0000-02-29", "1970-01-01", "5138-11-16"] {
        let value = try field.value(of: text, replacing: old)
        #expect(field.date(of: value)?.description == text, "\(old)")
      }
    }
  }

  @Test("A fraction stays as far as a double holds it that far from 1970") func fractionFarAway() throws {
    #expect(try field.value(of: "9999-12-31", replacing: .real(0.125)) == .real(253_402_214_400.125))
  }

  @Test("Wrong dates are told") func errors() {
    #expect(throws: FieldError.noSuchMonth(13)) { try field.value(of: "1870-13", replacing: .null) }
    #expect(throws: FieldError.notADate) { try field.value(of: "soon", replacing: "later") }
  }
}
