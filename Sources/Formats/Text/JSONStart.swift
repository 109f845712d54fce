enum JSONStart {
  static func value(of bytes: [UInt8]) -> JSONValue? {
    var reader = JSONReader(bytes)
    if let value = try? reader.next() { return value }
    return completed(bytes).flatMap { try? JSONReader.value(of: $0) }
  }

  private static func completed(_ bytes: [UInt8]) -> [UInt8]? {
    var (closers, isInText, isEscaped) = ([UInt8](), false, false)
    var last: (end: Int, closers: [UInt8])?
    for (place, byte) in bytes.enumerated() {
      if isInText {
        isInText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "{"): closers.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): closers.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = closers.popLast()
      case UInt8(ascii: ",") where closers.count <= JSONReader.deepest: last = (place, closers)
      default: break
      }
    }
    return last.map { Array(bytes[..<$0.end]) + $0.closers.reversed() }
  }
}
