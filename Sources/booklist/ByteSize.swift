import ArgumentParser

/// A number of bytes as typed: `16MB`, `512k`, `1.5 GB`, `4096`; units are powers of 1,024.
struct ByteSize: ExpressibleByArgument {
  let bytes: Int

  init(bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    let units = [
      "": 1.0, "B": 1, "K": 0x1p10, "KB": 0x1p10, "M": 0x1p20, "MB": 0x1p20, "G": 0x1p30, "GB": 0x1p30,
    ]
    let number = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = argument.dropFirst(number.count).drop { $0 == " " }.uppercased()
    guard let count = Double(number), let factor = units[unit], count * factor < 0x1p60 else { return nil }
    bytes = Int(count * factor)
  }

  var defaultValueDescription: String { "\(bytes >> 20)MB" }
}
