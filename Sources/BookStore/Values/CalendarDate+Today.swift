import Platform
import Records

extension CalendarDate {
  /// The day that it is now, in UTC as all dates are.
  public static var today: CalendarDate? {
    CalendarDate(secondsSince1970: SystemClock.secondsSince1970.rounded(.down))
  }
}
