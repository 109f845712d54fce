import Listings
import Platform
import Records

/// The date and time of a note about reading, as the templates store them.
public enum ReadingMoment {
  /// The moment of a note on a day: today with the current time, another day without a time.
  ///
  /// - Parameter day: A text such as `2024-05-01`.
  public static func value(_ day: Value) -> Value {
    guard let today = CalendarDate.today, day == .text(Text(today.description)),
      let moment = DateTime(secondsSince1970: SystemClock.localSecondsSince1970.rounded(.down))
    else { return day }
    return .text(Text(moment.description))
  }

  /// Why a day cannot be that of a note.
  public enum Problem: Hashable, Sendable {
    case future
    /// The text names only a year or a month.
    case noDay
  }

  /// Why a date cannot be the day of something that has been done; nil if it can.
  ///
  /// - Parameter isWhole: Whether the date must include the day.
  public static func problem(_ date: Value, isWhole: Bool) -> Problem? {
    guard case .text(let text) = date, let day = PartialDateText.firstDay(text.string) else { return nil }
    if let today = CalendarDate.today, day > today { return .future }
    return isWhole && PartialDateText.parts(text.string).count < 3 ? .noDay : nil
  }
}
