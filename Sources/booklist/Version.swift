/// The program's version: that of the next release, with `-dev` until it is made.
enum Version {
  static let text = "0.3.0-dev"
}
