import Cells
import Foundation
import Recording
import Testing

@Suite("Asciicasts") struct CastEncoderTests {
  private let size = Size(columns: 80, rows: 24)

  @Test("Each event has the time since the beginning") func lines() {
    var encoder = CastEncoder()
    let lines =
      encoder.header(size: size, date: 1_700_000_000, title: "a \"b\"")
      + encoder.line(.output("\u{1B}[1mé\n"), at: 7) + encoder.line(.marker("1. List"), at: 1_250)
      + encoder.line(.resize(Size(columns: 100, rows: 30)), at: 61_000)
    #expect(
      lines == """
        {"version":2,"width":80,"height":24,"timestamp":1700000000,"title":"a \\"b\\"","env":{"TERM":"xterm-256color"}}
        [0.007,"o","\\u001b[1mé\\u000a"]
        [1.250,"m","1. List"]
        [61.000,"r","100x30"]

        """)
  }

  @Test("Each line is JSON whatever the text has") func json() throws {
    let hostile = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init))) + "\u{2028}𝄞"
    var encoder = CastEncoder()
    let line = encoder.line(.output(hostile), at: 5)
    let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
    #expect(event[2] as? String == hostile)
    #expect(line.dropLast().allSatisfy { !$0.isNewline })
  }

  @Test("Time never goes back") func backwards() {
    var encoder = CastEncoder()
    #expect(encoder.line(.marker("a"), at: 500) == "[0.500,\"m\",\"a\"]\n")
    #expect(encoder.line(.marker("b"), at: 400) == "[0.500,\"m\",\"b\"]\n")
  }
}
