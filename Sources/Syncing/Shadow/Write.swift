/// Identifies a write by the machine, by its number in the shadow, and the machine's file.
struct Write: Hashable {
  let machine, number: Int64

  /// The original content of the library.
  static let beginning = Write(machine: 0, number: 0)
}
