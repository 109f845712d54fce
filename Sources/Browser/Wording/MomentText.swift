import Platform
import Records

enum MomentText {
  /// In the local time zone: `09:14` today, `21 Nov 09:14` this year, otherwise `21 Nov 2025 09:14`.
  static func text(_ seconds: Double, now: Double = SystemClock.secondsSince1970) -> String {
    guard let moment = SystemClock.local(seconds), let today = SystemClock.local(now) else { return "" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = "\(two(moment.tm_hour)):\(two(moment.tm_min))"
    if moment.tm_year == today.tm_year, moment.tm_yday == today.tm_yday { return time }
    let year = moment.tm_year == today.tm_year ? "" : " \(Int(moment.tm_year) + 1_900)"
    return "\(moment.tm_mday) \(CalendarDate.shortMonthNames[Int(moment.tm_mon)])\(year) \(time)"
  }
}
