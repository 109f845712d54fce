/// The program's version.
enum Version {
  static let text = "0.1.0"
}
