/// The program's version: the next release's, with `-dev` until that is out.
enum Version {
  static let text = "0.3.0-dev"
}
