import Records

/// Finds fields by what is typed for them: a column or a label, or how one of them begins, in any case.
struct FieldNames {
  /// What a name may stand for.
  enum Match: Equatable {
    case field(Int)
    case several([Int])
    case none
  }

  private let fields: [Field]
  private let columns: [[UInt8]]
  private let labels: [[UInt8]]

  init(_ fields: [Field]) {
    self.fields = fields
    columns = fields.map { Self.fold($0.column) }
    labels = fields.map { Self.fold($0.label) }
  }

  /// The field of a name: a column goes before a label, and a whole name before the beginning of one.
  ///
  /// - Parameter isWhole: Whether a beginning is not enough.
  func match(_ name: String, isWhole: Bool = false) -> Match {
    if let index = fields.firstIndex(where: { $0.column.utf8.elementsEqual(name.utf8) }) {
      return .field(index)
    }
    let folded = Self.fold(name)
    guard !folded.isEmpty else { return .none }
    for names in [columns, labels] {
      let found = names.indices.filter { names[$0] == folded }
      if !found.isEmpty { return found.count == 1 ? .field(found[0]) : .several(found) }
    }
    guard !isWhole else { return .none }
    let found = fields.indices.filter {
      columns[$0].starts(with: folded) || labels[$0].starts(with: folded)
    }
    return found.isEmpty ? .none : found.count == 1 ? .field(found[0]) : .several(found)
  }

  private static func fold(_ name: String) -> [UInt8] {
    Array(name.utf8).withUnsafeBytes { TextFold.withFold(of: $0) { Array($0) } }
  }
}
