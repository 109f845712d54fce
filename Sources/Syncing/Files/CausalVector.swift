/// What a machine has seen: for each machine, the number of the last file taken.
///
/// A machine has seen a write once it has taken its file. Of two concurrent writes, neither is the later one, whatever the
/// clocks say (Fidge and Mattern's vector clocks, with files as events).
package struct CausalVector: Hashable, Sendable {
  /// The file numbers by machine; 0 for a machine that is not listed.
  package private(set) var numbers: [String: Int64]

  package init(_ numbers: [String: Int64] = [:]) { self.numbers = numbers.filter { $0.value > 0 } }

  package subscript(machine: String) -> Int64 {
    get { numbers[machine, default: 0] }
    set { numbers[machine] = newValue > 0 ? newValue : nil }
  }

  package func covers(_ other: CausalVector) -> Bool { other.numbers.allSatisfy { self[$0.key] >= $0.value } }

  /// Parses `machine:number machine:number`; nil for anything else.
  package init?(text: String) {
    var numbers: [String: Int64] = [:]
    for part in text.split(separator: " ") {
      let pair = part.split(separator: ":")
      guard pair.count == 2, let number = Int64(pair[1]), number > 0 else { return nil }
      numbers[String(pair[0])] = number
    }
    self.init(numbers)
  }

  /// The canonical form: equal vectors have the same text.
  package var text: String {
    numbers.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: " ")
  }
}
