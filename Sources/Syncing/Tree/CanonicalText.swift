import Records

/// Writes values, cells and names as canonical JSON.
struct CanonicalWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Adds a string of valid UTF-8.
  mutating func add(string: [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if string.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5c }) {
      for byte in string { add(escaping: byte) }
    } else {
      bytes += string
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func add(escaping byte: UInt8) {
    switch byte {
    case 0x22, 0x5c: bytes += [0x5c, byte]
    case 0x0a: add("\\n")
    case 0..<0x20:
      add("\\u00")
      bytes += Hex.digits(of: [byte])
    default: bytes.append(byte)
    }
  }

  mutating func add(_ value: TreeValue) {
    switch value {
    case .value(.null): add("null")
    case .value(.integer(let number)): add(number)
    case .value(.real(let number)):
      add("real", of: withUnsafeBytes(of: number.bitPattern.bigEndian, Array.init))
    case .value(.text(let text)):
      if text.isValid { add(string: text.bytes) } else { add("text", of: text.bytes) }
    case .value(.blob(let blob)): add("blob", of: blob)
    case .row(let name): add("row", of: name.bytes)
    case .large(let name):
      add(name.isText ? "{\"large text\":[\"" : "{\"large blob\":[\"")
      bytes += name.digest.digits
      add("\",")
      add(name.byteCount)
      add("]}")
    }
  }

  mutating func add(_ number: some BinaryInteger) { bytes += String(number).utf8 }

  private mutating func add(_ kind: StaticString, of content: [UInt8]) {
    add("{\"")
    add(kind)
    add("\":\"")
    bytes += Hex.digits(of: content)
    add("\"}")
  }

  /// Adds a cell: its value if the cell is as born, otherwise its writes and its replaced births.
  mutating func add(_ cell: TreeCell) {
    if cell.isAsBorn { return add(cell.writes[0].value) }
    add("{\"now\":")
    add(list: cell.writes) { writer, write in
      writer.add("[")
      if write.name != 0 {
        writer.add("\"")
        writer.bytes += Hex.digits(of: withUnsafeBytes(of: write.name.bigEndian, Array.init))
        writer.add("\",")
      }
      writer.add(write.value)
      writer.add("]")
    }
    if !cell.replaced.isEmpty {
      add(",\"was\":")
      add(list: cell.replaced) { $0.add($1) }
    }
    add("}")
  }

  mutating func add<Item>(list: [Item], _ item: (inout Self, Item) -> Void) {
    add("[")
    for place in list.indices {
      if place > 0 { add(",") }
      item(&self, list[place])
    }
    add("]")
  }

  /// Adds an object, sorted by the bytes of its names.
  mutating func add<Item>(members: [Text: Item], _ item: (inout Self, Item) -> Void) {
    add("{")
    var isFirst = true
    for (name, value) in members.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
      if !isFirst { add(",") }
      isFirst = false
      add(string: name.bytes)
      add(":")
      item(&self, value)
    }
    add("}")
  }
}

/// Reads what `CanonicalWriter` writes, and some other forms, so callers write the result again and compare.
struct CanonicalReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  mutating func skip(_ text: StaticString) -> Bool {
    let matches = text.withUTF8Buffer { text in
      bytes.count - place >= text.count && text.indices.allSatisfy { bytes[place + $0] == text[$0] }
    }
    if matches { place += text.utf8CodeUnitCount }
    return matches
  }

  mutating func string() -> [UInt8]? {
    guard skip("\""), let end = bytes[place...].firstIndex(where: { $0 == 0x22 || $0 == 0x5c }) else {
      return nil
    }
    var result = Array(bytes[place..<end])
    place = end
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case 0x22: return result
      case 0x5c:
        guard let byte = escaped() else { return nil }
        result.append(byte)
      default: result.append(byte)
      }
    }
    return nil
  }

  private mutating func escaped() -> UInt8? {
    if skip("n") { return 0x0a }
    if skip("\"") { return 0x22 }
    if skip("\\") { return 0x5c }
    guard skip("u00"), bytes.count - place >= 2 else { return nil }
    place += 2
    return Hex.bytes(of: bytes[place - 2..<place])?.first
  }

  mutating func name() -> Text? {
    guard let bytes = string(), bytes.count <= TreeFormat.nameByteCount else { return nil }
    let name = Text(bytes: bytes)
    return name.isValid ? name : nil
  }

  mutating func hex() -> [UInt8]? { string().flatMap(Hex.bytes) }

  mutating func integer() -> Int64? {
    let start = place
    while place < bytes.count, place - start < 20,
      bytes[place] == 0x2d || (0x30...0x39).contains(bytes[place])
    {
      place += 1
    }
    return Int64(String(decoding: bytes[start..<place], as: UTF8.self))
  }

  mutating func value() -> TreeValue? {
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "n"): return skip("null") ? .null : nil
    case UInt8(ascii: "\""): return string().flatMap { inline(.text(Text(bytes: $0))) }
    case UInt8(ascii: "{"): return wrapped()
    default: return integer().map { .value(.integer($0)) }
    }
  }

  private mutating func wrapped() -> TreeValue? {
    var value: TreeValue?
    if skip("{\"real\":") {
      value = hex().flatMap(Self.real)
    } else if skip("{\"text\":") {
      value = hex().flatMap { inline(.text(Text(bytes: $0))) }
    } else if skip("{\"blob\":") {
      value = hex().flatMap { inline(.blob($0)) }
    } else if skip("{\"row\":") {
      value = hex().flatMap { RowName(bytes: $0) }.map(TreeValue.row)
    } else if skip("{\"large text\":[") {
      value = large(isText: true)
    } else if skip("{\"large blob\":[") {
      value = large(isText: false)
    }
    return skip("}") ? value : nil
  }

  private func inline(_ value: Value) -> TreeValue? {
    value.payloadByteCount <= TreeFormat.largeByteCount ? .value(value) : nil
  }

  private static func real(_ bytes: [UInt8]) -> TreeValue? {
    let number = Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    return bytes.count == 8 && !number.isNaN ? .value(.real(number)) : nil
  }

  private mutating func large(isText: Bool) -> TreeValue? {
    guard let digest = hex().flatMap({ RowName(bytes: $0) }), skip(","), let count = integer(), skip("]"),
      count > TreeFormat.largeByteCount, count <= Int32.max
    else { return nil }
    return .large(LargeName(digest: digest, byteCount: Int(count), isText: isText))
  }

  mutating func cell() -> TreeCell? {
    guard skip("{\"now\":") else { return value().map(TreeCell.init(born:)) }
    let writes = list(upTo: TreeFormat.writeCount) { reader -> CellWrite? in
      guard reader.skip("[") else { return nil }
      let name = reader.writeName()
      guard let value = reader.value(), reader.skip("]") else { return nil }
      return CellWrite(name, value)
    }
    let replaced = skip(",\"was\":") ? list(upTo: TreeFormat.writeCount) { $0.value() } : []
    guard let writes, let replaced, skip("}"), !writes.isEmpty else { return nil }
    return TreeCell(writes, replaced: replaced)
  }

  /// The name of a write, 0 for a birth; the comma tells a name from a text of 16 digits.
  private mutating func writeName() -> UInt64 {
    let start = place
    if let digits = string(), digits.count == 16, let bytes = Hex.bytes(of: digits), skip(",") {
      return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
    place = start
    return 0
  }

  mutating func list<Item>(upTo count: Int, _ item: (inout Self) -> Item?) -> [Item]? {
    guard skip("[") else { return nil }
    var items: [Item] = []
    while !skip("]") {
      guard items.isEmpty || skip(","), items.count < count, let next = item(&self) else { return nil }
      items.append(next)
    }
    return items
  }

  mutating func members<Item>(_ item: (inout Self) -> Item?) -> [Text: Item]? {
    guard skip("{") else { return nil }
    var members: [Text: Item] = [:]
    while !skip("}") {
      guard members.isEmpty || skip(","), members.count < TreeFormat.cellCount, let name = name(), skip(":"),
        let next = item(&self), members.updateValue(next, forKey: name) == nil
      else { return nil }
    }
    return members
  }
}

extension Text {
  var isValid: Bool { bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil }

  init(list: [Text]) {
    var writer = CanonicalWriter()
    writer.add(list: list) { $0.add(string: $1.bytes) }
    self.init(bytes: writer.bytes)
  }

  /// The names of a text from `init(list:)`; nil for another text.
  var list: [Text]? {
    var reader = CanonicalReader(bytes)
    let names = reader.list(upTo: TreeFormat.cellCount) { $0.name() }
    return reader.isAtEnd ? names : nil
  }
}
