import Records

extension Wording {
  /// A date in words: `Thursday, 7 June 1321`.
  static func date(_ date: CalendarDate) -> String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
      "November", "December",
    ]
    // 1970-01-01 was a Thursday.
    let days = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
    let day = Int(date.secondsSince1970 / 86_400)
    let weekday = days[((day % 7) + 7) % 7]
    return "\(weekday), \(date.day) \(months[date.month - 1]) \(date.year)"
  }
}
