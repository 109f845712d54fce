import Platform
import Records

extension CalendarDate {
  /// Today's date in UTC, like all dates.
  public static var today: CalendarDate? {
    CalendarDate(secondsSince1970: SystemClock.secondsSince1970.rounded(.down))
  }
}
