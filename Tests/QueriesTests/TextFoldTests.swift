import SeededRandom
import Testing

@testable import Queries

@Suite("Folded text") struct TextFoldTests {
  private static func fold(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { TextFold.withFold(of: $0) { Array($0) } }
  }

  /// The scalars that the table can know of, which is made of Unicode 14.
  private static let scalars = (0..<0x11_0000 as Range<UInt32>).compactMap(Unicode.Scalar.init).filter {
    $0.properties.age.map { $0.major <= 14 } ?? false
  }

  @Test("Every scalar is folded as Foundation's decomposition and the cases of its parts say")
  func everyScalar() {
    #expect(Self.scalars.count > 100_000)
    let wrong = Self.scalars.filter { Self.fold(Array(String($0).utf8)) != Array(slowFold(String($0)).utf8) }
    #expect(wrong == [])
  }

  @Test("A fold of a fold is the same, and fits into its room") func idempotence() {
    let wrong = Self.scalars.filter {
      let bytes = Array(String($0).utf8)
      let once = Self.fold(bytes)
      return Self.fold(once) != once || once.count > 3 * bytes.count
    }
    #expect(wrong == [])
  }

  @Test("Hangul syllables and ideographs stay as they are", arguments: ["한국어", "漢字", "豈", "𠀀"])
  func unchanged(text: String) { #expect(Self.fold(Array(text.utf8)) == Array(text.utf8)) }

  @Test("Any bytes are folded like the string that people see of them") func invalid() {
    var random = RandomText(generator: SeededGenerator(seed: 1))
    for _ in 0..<5_000 {
      let bytes = random.damagedBytes()
      let shown = String(decoding: bytes, as: UTF8.self)
      #expect(Self.fold(bytes) == Array(slowFold(shown).utf8), "\(bytes)")
    }
  }

  @Test("Each start of a sequence and each wrong byte in it is replaced as strings replace it")
  func everyPrefix() {
    for lead in UInt8(0x80)...0xFF {
      for second in stride(from: UInt8(0x00), through: 0xF0, by: 0x0F) {
        for rest in [[], [0x80], [0x80, 0x80], [0x80, 0x41], [0xBF, 0xBF, 0xBF]] as [[UInt8]] {
          let bytes = [lead, second] + rest
          let shown = String(decoding: bytes, as: UTF8.self)
          #expect(Self.fold(bytes) == Array(slowFold(shown).utf8), "\(bytes)")
        }
      }
    }
  }
}
