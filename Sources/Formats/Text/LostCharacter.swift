/// Finds U+FFFD, which programs write in place of a character that they could not read.
enum LostCharacter {
  static func isIn(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var place = 0
      while place + 2 < bytes.count {
        if bytes[place] == 0xEF, bytes[place + 1] == 0xBF, bytes[place + 2] == 0xBD { return true }
        place += 1
      }
      return false
    }
  }
}
