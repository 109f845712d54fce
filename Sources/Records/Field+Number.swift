/// What a typed number becomes.
extension Field {
  func integer(_ text: Substring) throws(FieldError) -> Value {
    guard let number = Int64(text) else {
      throw text.isWholeNumber ? .integerTooLarge : .notAnInteger
    }
    switch affinity {
    case .text: return .text(Text(text))
    case .real where Int64(exactly: Double(number)) != number: throw .tooManyDigits
    case .numeric, .integer, .real, .blob: return Value.integer(number).stored(in: affinity)
    }
  }

  func real(_ text: Substring) throws(FieldError) -> Value {
    guard let number = Double(decimal: text), number.isFinite else { throw .notANumber }
    return affinity == .text ? .text(Text(text)) : Value.real(number).stored(in: affinity)
  }

  /// A decimal's text where the column keeps texts, else the number that has just these digits.
  ///
  /// A double stands for the decimal that it is printed as, so a number is kept if that is the one that was typed.
  func decimal(_ text: Substring, replacing old: Value) throws(FieldError) -> Value {
    guard let number = Double(decimal: text), number.isFinite else { throw .notADecimal }
    if keepsDigits(replacing: old) { return .text(Text(text)) }
    let digits = DecimalDigits(text)
    if let integer = digits.integer, keepsIntegers(replacing: old) { return .integer(integer) }
    guard DecimalDigits(number.description) == digits else { throw .tooManyDigits }
    return .real(number)
  }

  private func keepsDigits(replacing old: Value) -> Bool {
    switch (affinity, old) {
    case (.text, _), (.blob, .null), (.blob, .text): true
    default: false
    }
  }

  private func keepsIntegers(replacing old: Value) -> Bool {
    switch (affinity, old) {
    case (.integer, _), (.numeric, _), (.blob, .integer): true
    default: false
    }
  }
}

extension Substring {
  /// Whether it is nothing but digits, with a sign or without one.
  fileprivate var isWholeNumber: Bool {
    let digits = first == "-" || first == "+" ? dropFirst() : self
    return !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) }
  }
}
