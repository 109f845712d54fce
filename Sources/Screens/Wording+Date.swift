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

  /// A moment in words: `Monday, 6 May 2024, 07:08:09 UTC`; of a text the time is what is written.
  static func moment(_ moment: DateTime, _ value: Value, in field: Field) -> String {
    let text = field.text(of: value)
    let time = text.dropFirst(moment.date.description.count).drop { "Tt ".contains($0) }
    guard !time.isEmpty else { return date(moment.date) }
    let zone = if case .text = value { "" } else { " UTC" }
    return "\(date(moment.date)), \(time)\(zone)"
  }

  /// What stands beside a number: that it means never, or the moment that it may well be.
  static func aside(_ value: Value, in field: Field) -> String? {
    if field.isNever(value) { return "never" }
    guard let moment = field.likelyDateTime(of: value) else { return nil }
    return moment.time == .midnight ? "\(moment.date)?" : "\(moment) UTC?"
  }
}
