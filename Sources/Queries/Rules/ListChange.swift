import Records

/// A change of the parts of a list.
public enum ListChange: Hashable, Sendable {
  /// The parts belong to it.
  case add([String])
  /// The parts do not.
  case remove([String])
  /// A part has another name.
  case rename(String, to: String)

  /// Reads what was typed: parts separated by semicolons, which a hyphen before them removes.
  public init(typed text: String) {
    let isRemoval = text.hasPrefix("-")
    let parts = ListText.parts(of: (isRemoval ? text.dropFirst() : text[...]) + ";")
    self = isRemoval ? .remove(parts) : .add(parts)
  }

  /// The list after the change; nil if it has no part.
  ///
  /// The others stay in their order, and as they are written. Of parts that are the same but for case and marks the
  /// first one stays.
  ///
  /// - Complexity: O(*n*) in the parts.
  func changed(_ list: String?) -> String? {
    let held = list.map(ListText.parts) ?? []
    var new: [String]
    switch self {
    case .add(let parts): new = held + parts
    case .remove(let parts):
      let gone = Set(parts.map(Self.fold))
      new = held.filter { !gone.contains(Self.fold($0)) }
    case .rename(let part, let name):
      let old = Self.fold(part)
      new = held.map { Self.fold($0) == old ? name : $0 }
    }
    if new == held { return list }
    var seen: Set<[UInt8]> = []
    new = new.filter { seen.insert(Self.fold($0)).inserted }
    if new == held { return list }
    return new.isEmpty ? nil : ListText.joined(new, like: list ?? "")
  }

  private static func fold(_ part: String) -> [UInt8] {
    Array(part.utf8).withUnsafeBytes { TextFold.withFold(of: $0) { Array($0) } }
  }
}
