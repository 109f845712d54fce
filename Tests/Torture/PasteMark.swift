/// The marks around pasted text.
enum PasteMark {
  static let begin: [UInt8] = Array("\u{1B}[200~".utf8)
  static let end: [UInt8] = Array("\u{1B}[201~".utf8)
}
