import Platform
import Records

extension CalendarDate {
  /// Today's date in the person's time zone.
  public static var today: CalendarDate? {
    CalendarDate(secondsSince1970: SystemClock.localSecondsSince1970.rounded(.down))
  }
}
