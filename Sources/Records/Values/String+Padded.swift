extension String {
  /// Formats a non-negative number without handling characters, because searches format millions of dates.
  init(_ number: Int, paddedTo width: Int) {
    let digits = String(number)
    self = ""
    for _ in 0..<max(0, width - digits.utf8.count) { self += "0" }
    self += digits
  }
}
