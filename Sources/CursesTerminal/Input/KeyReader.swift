import Cells

struct KeyReader {
  let sequences: KeySequences
  let characters: CharacterReader

  enum Reading {
    /// With the character that the key has on a US keyboard.
    case letter(Character, base: Character, length: Int)
    case key(Key, length: Int)
    case nothing(length: Int)
    case unreadable(length: Int)
    case mouse(MouseEvent, length: Int)
    case reply(TerminalReply, length: Int)
    case pasteBegin(length: Int)
    /// The beginning of something too long, and the bytes that replace it.
    case long(length: Int, mark: [UInt8])
    case incomplete
  }

  /// - Parameter isOver: Whether nothing follows; then the result is never `incomplete`.
  func read(_ bytes: ArraySlice<UInt8>, isOver: Bool) -> Reading {
    switch bytes.first ?? 0 {
    case ASCII.escape: readEscape(bytes, isOver)
    case let byte where byte < 0x20 || byte == ASCII.delete: .key(Self.controlKey(byte), length: 1)
    default: readCharacter(bytes, isOver, at: 0) { .character($0) }
    }
  }

  private static func controlKey(_ byte: UInt8) -> Key {
    switch byte {
    case ASCII.tab: .tab
    case ASCII.carriageReturn: .enter
    case ASCII.backspace, ASCII.delete: .backspace
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte | 0x60)))
    default: .control(Character(Unicode.Scalar(byte | 0x40)))
    }
  }

  private func readEscape(_ bytes: ArraySlice<UInt8>, _ isOver: Bool) -> Reading {
    if let (key, length) = sequences.match(bytes) {
      return key.map { .key($0, length: length) } ?? .nothing(length: length)
    }
    if !isOver && (bytes.count == 1 || sequences.isBeginning(bytes)) { return .incomplete }
    switch bytes.dropFirst().first {
    case nil: return .key(.escape, length: 1)
    case UInt8(ascii: "["): return readControlSequence(bytes, isOver)
    case UInt8(ascii: "O"): return readSingleShift(bytes, isOver)
    case let byte? where ControlString.canBegin(with: byte): return readString(bytes, isOver)
    // Alt-Backspace deletes a word, in Readline and in terminals that send it.
    case ASCII.delete, ASCII.backspace: return .key(.control("w"), length: 2)
    case .some(let byte) where byte < 0x20: return .key(.escape, length: 1)
    default: return readCharacter(bytes, isOver, at: 1) { .alt($0) }
    }
  }

  private func readControlSequence(_ bytes: ArraySlice<UInt8>, _ isOver: Bool) -> Reading {
    switch ControlSequence.read(bytes) {
    case .whole(let sequence, let length):
      if sequence.beginsPaste { return .pasteBegin(length: length) }
      if sequence.trailingCount > 0 {
        return readNumbers(bytes, isOver, after: length, sequence.trailingCount)
      }
      if let event = sequence.mouse { return .mouse(event, length: length) }
      if let reply = sequence.reply { return .reply(reply, length: length) }
      if let key = sequence.kittyKey { return Self.reading(key, length) }
      return sequence.key.map { .key($0, length: length) } ?? .nothing(length: length)
    case .broken(let length): return .nothing(length: length)
    case .long(let length): return .long(length: length, mark: ControlSequence.mark)
    case .beginning where !isOver: return .incomplete
    case .beginning: return bytes.count == 2 ? .key(.alt("["), length: 2) : .nothing(length: bytes.count)
    }
  }

  /// A key of kitty's protocol; if it types several characters, those count.
  private static func reading(_ key: KittyKey, _ length: Int) -> Reading {
    if key.text.count > 1 { return .long(length: length, mark: Array(String(key.text).utf8)) }
    if case .character(let character)? = key.key, let base = key.baseKey {
      return .letter(character, base: base, length: length)
    }
    return key.key.map { .key($0, length: length) } ?? .nothing(length: length)
  }

  private func readNumbers(_ bytes: ArraySlice<UInt8>, _ isOver: Bool, after start: Int, _ count: Int)
    -> Reading
  {
    switch MouseReport.read(bytes.dropFirst(start), count: count, isOver: isOver) {
    case .whole(let numbers, let length):
      let event =
        count == 3
        ? MouseReport.event(button: numbers[0] - 32, column: numbers[1] - 32, row: numbers[2] - 32) : nil
      return event.map { .mouse($0, length: start + length) } ?? .nothing(length: start + length)
    case .broken(let length): return .nothing(length: start + length)
    case .beginning: return isOver ? .nothing(length: bytes.count) : .incomplete
    }
  }

  /// Terminals send answers as strings, and nobody types one.
  private func readString(_ bytes: ArraySlice<UInt8>, _ isOver: Bool) -> Reading {
    switch ControlString.read(bytes) {
    case .whole(let string, let length):
      return string.reply.map { .reply($0, length: length) } ?? .nothing(length: length)
    case .broken(let length): return .nothing(length: length)
    case .long(let length): return .long(length: length, mark: ControlString.mark)
    case .beginning: return isOver ? .nothing(length: bytes.count) : .incomplete
    case .undecided where !isOver: return .incomplete
    case .undecided, .key: return readCharacter(bytes, isOver, at: 1) { .alt($0) }
    }
  }

  /// The keypad of a VT100 sends SS3 and a letter; some terminals put modifiers before the letter.
  private func readSingleShift(_ bytes: ArraySlice<UInt8>, _ isOver: Bool) -> Reading {
    let parameters = bytes.dropFirst(2).prefix { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ";") }
    // No key has so many; the rest is skipped like that of a control sequence.
    guard parameters.count < 16 else { return .long(length: 18, mark: ControlSequence.mark) }
    guard let letter = bytes.dropFirst(2 + parameters.count).first else {
      if bytes.count == 2 { return isOver ? .key(.alt("O"), length: 2) : .incomplete }
      return isOver ? .nothing(length: bytes.count) : .incomplete
    }
    // Anything but a letter begins something else.
    guard 0x20...0x7E ~= letter else { return .nothing(length: 2 + parameters.count) }
    let length = 3 + parameters.count
    let byWords = parameters.last.map { 0x31...0x38 ~= $0 && ($0 - 0x31) & 0b110 != 0 } ?? false
    let keys: [UInt8: Key] = [
      UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): byWords ? .alt("f") : .right,
      UInt8(ascii: "D"): byWords ? .alt("b") : .left, UInt8(ascii: "F"): .end, UInt8(ascii: "H"): .home,
      UInt8(ascii: "M"): .enter,
    ]
    return keys[letter].map { .key($0, length: length) } ?? .nothing(length: length)
  }

  private func readCharacter(
    _ bytes: ArraySlice<UInt8>, _ isOver: Bool, at offset: Int, as key: (Character) -> Key
  ) -> Reading {
    switch characters.first(bytes.dropFirst(offset), isOver: isOver) {
    case .beginning: .incomplete
    case .none: .unreadable(length: offset + 1)
    case .character(let scalar, let length) where 0x80..<0xA0 ~= scalar.value:
      .nothing(length: offset + length)
    case .character(let scalar, let length): .key(key(Character(scalar)), length: offset + length)
    }
  }
}
