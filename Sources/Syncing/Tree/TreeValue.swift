import Records

/// A value in a cell of the tree.
package enum TreeValue: Hashable, Sendable {
  /// Never NaN.
  case value(Value)
  case row(RowName)
  /// More than `TreeFormat.largeByteCount` bytes, stored in a file of its own.
  case large(LargeName)

  package static let null = TreeValue.value(.null)

  var integer: Int64? {
    if case .value(.integer(let number)) = self { number } else { nil }
  }

  var row: RowName? {
    if case .row(let name) = self { name } else { nil }
  }

  /// Compares reals by their bits: 0.0 and -0.0 differ.
  package static func == (left: TreeValue, right: TreeValue) -> Bool {
    switch (left, right) {
    case (.value(.real(let left)), .value(.real(let right))): left.bitPattern == right.bitPattern
    case (.value(let left), .value(let right)): left == right
    case (.row(let left), .row(let right)): left == right
    case (.large(let left), .large(let right)): left == right
    default: false
    }
  }

  package init(_ value: Value) {
    self = LargeName(of: value).map(TreeValue.large) ?? .value(value)
  }
}

/// Identifies a large value by its content.
package struct LargeName: Hashable, Comparable, Sendable {
  package let digest: RowName
  package let byteCount: Int
  package let isText: Bool

  package init(digest: RowName, byteCount: Int, isText: Bool) {
    (self.digest, self.byteCount, self.isText) = (digest, byteCount, isText)
  }

  package init?(of value: Value) {
    guard let bytes = value.bytes, bytes.count > TreeFormat.largeByteCount else { return nil }
    if case .text = value { isText = true } else { isText = false }
    (digest, byteCount) = (RowName(digestOf: bytes), bytes.count)
  }

  /// Returns the value with these bytes; nil if they have another digest.
  package func value(_ bytes: [UInt8]) -> Value? {
    guard bytes.count == byteCount, RowName(digestOf: bytes) == digest else { return nil }
    return isText ? .text(Text(bytes: bytes)) : .blob(bytes)
  }

  package static func < (left: LargeName, right: LargeName) -> Bool {
    if left.digest != right.digest { return left.digest < right.digest }
    return (left.byteCount, left.isText ? 1 : 0) < (right.byteCount, right.isText ? 1 : 0)
  }
}

extension TreeValue: Comparable {
  /// A total order by type; reals compare by bits, texts and blobs by bytes.
  package static func < (left: TreeValue, right: TreeValue) -> Bool {
    switch (left, right) {
    case (.value(let left), .value(let right)): precedes(left, right)
    case (.row(let left), .row(let right)): left < right
    case (.large(let left), .large(let right)): left < right
    default: left.rank < right.rank
    }
  }

  private static func precedes(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left.bitPattern < right.bitPattern
    case (.text(let left), .text(let right)): left.bytes.lexicographicallyPrecedes(right.bytes)
    case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
    default: TreeValue.value(left).rank < TreeValue.value(right).rank
    }
  }

  private var rank: Int {
    switch self {
    case .value(.null): 0
    case .value(.integer): 1
    case .value(.real): 2
    case .value(.text): 3
    case .value(.blob): 4
    case .row: 5
    case .large: 6
    }
  }
}
