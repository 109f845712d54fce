import Listings
import Platform
import Records

/// The moment of a note about reading, as the templates keep it.
public enum ReadingMoment {
  /// A day as the moment of a note: today with the time of day, another day without one, since nobody knows it.
  ///
  /// - Parameter day: A text such as `2024-05-01`.
  public static func value(_ day: Value) -> Value {
    guard let today = CalendarDate.today, day == .text(Text(today.description)),
      let moment = DateTime(secondsSince1970: SystemClock.localSecondsSince1970.rounded(.down))
    else { return day }
    return .text(Text(moment.description))
  }
}
