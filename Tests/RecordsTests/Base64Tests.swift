import Foundation
import Testing

@testable import Records

@Suite struct Base64Tests {
  @Test("All lengths come back as they were") func lengths() {
    for count in 0...70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 151 + 7) }
      #expect(Base64.bytes(Data(bytes).base64EncodedString()) == bytes)
      #expect(Base64.text(bytes) == Data(bytes).base64EncodedString())
    }
  }

  @Test(
    "What is no whole base64 is refused",
    arguments: ["QQ", "QQ=", "QQ==\n", "Q===", "QQ==QQ==", "Q-==", " QUJD"])
  func refused(text: String) {
    #expect(Base64.bytes(text) == nil)
    #expect(Data(base64Encoded: text) == nil)
  }
}
