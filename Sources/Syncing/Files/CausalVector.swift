/// What a machine knows: of each machine, the number of the last file that it has taken.
///
/// A write is known to whoever has taken its file; of two writes that do not know each other, neither is the later one, whatever
/// the clocks say (Fidge and Mattern's vector clocks, with files in the place of events).
package struct CausalVector: Hashable, Sendable {
  /// The numbers, by the machines' names; a machine that is not named is at 0.
  package private(set) var numbers: [String: Int64]

  package init(_ numbers: [String: Int64] = [:]) { self.numbers = numbers.filter { $0.value > 0 } }

  package subscript(machine: String) -> Int64 {
    get { numbers[machine, default: 0] }
    set { numbers[machine] = newValue > 0 ? newValue : nil }
  }

  /// Whether it has everything that another one has.
  package func covers(_ other: CausalVector) -> Bool {
    other.numbers.allSatisfy { self[$0.key] >= $0.value }
  }

  /// Reads the form `machine:number machine:number`; nil for anything else.
  package init?(text: String) {
    var numbers: [String: Int64] = [:]
    for part in text.split(separator: " ") {
      let pair = part.split(separator: ":")
      guard pair.count == 2, let number = Int64(pair[1]), number > 0 else { return nil }
      numbers[String(pair[0])] = number
    }
    self.init(numbers)
  }

  /// The form in which it is kept, the same for equal ones.
  package var text: String {
    numbers.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: " ")
  }
}
