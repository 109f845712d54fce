import Records

/// A change of the items of a list.
public enum ListChange: Hashable, Sendable {
  case add([String])
  case remove([String])
  case rename(String, to: String)

  /// Parses items separated by semicolons; a leading hyphen removes them.
  public init(typed text: String) {
    let isRemoval = text.hasPrefix("-")
    let parts = ListText.parts(of: (isRemoval ? text.dropFirst() : text[...]) + ";")
    self = isRemoval ? .remove(parts) : .add(parts)
  }

  /// Nil if the list is empty.
  ///
  /// Unchanged items keep their order and spelling; of items that differ only in case or marks, the
  /// first is kept.
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
