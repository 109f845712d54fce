extension String {
  /// Makes the digits of a number that is not negative, with zeros before them.
  ///
  /// Finding looks through millions of dates, so it makes no characters of them.
  init(_ number: Int, paddedTo width: Int) {
    let digits = String(number)
    self = ""
    for _ in 0..<max(0, width - digits.utf8.count) { self += "0" }
    self += digits
  }
}
