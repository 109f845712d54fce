/// Bytes are bytes by their value, whatever the field is for.
extension Field {
  /// Whether a value comes from a file and is never typed: bytes in any field, and in a field for bytes also nothing.
  public func takesFile(for value: Value) -> Bool {
    value.isBytes || kind.isBytes && value.isNull
  }

  /// The field as an editor of texts takes it for a value: a text or a number among bytes is edited as what it is.
  public func typing(_ value: Value) -> Field {
    guard kind.isBytes else { return self }
    var field = self
    switch value {
    case .text: field.kind = .text
    case .integer: field.kind = .integer
    case .real: field.kind = .real
    case .null, .blob: break
    }
    return field
  }
}

extension Value {
  /// Whether no text gives the value back byte for byte: a blob, or a text that is not UTF-8.
  public var isBytes: Bool {
    switch self {
    case .blob: true
    case .text(let text): String(validating: text.bytes, as: UTF8.self) == nil
    case .null, .integer, .real: false
    }
  }
}
