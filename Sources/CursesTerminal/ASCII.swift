enum ASCII {
  static let backspace: UInt8 = 0x08
  static let tab: UInt8 = 0x09
  static let carriageReturn: UInt8 = 0x0D
  static let escape: UInt8 = 0x1B
  static let delete: UInt8 = 0x7F
}
