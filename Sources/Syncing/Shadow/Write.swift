/// A write: which machine made it, by its number in the shadow, in which of its files.
struct Write: Hashable {
  let machine: Int64
  let number: Int64

  /// What was there at the beginning.
  static let beginning = Write(machine: 0, number: 0)
}
