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

  /// Why a day is none of a note.
  public enum Problem: Hashable, Sendable {
    /// The day is still to come.
    case future
    /// The text names a year or a month only.
    case noDay
  }

  /// Why a date cannot be the day of something that has been done; nil if it can.
  ///
  /// - Parameters:
  ///   - date: A text such as `2024-05-01`, `2024-05` or `2024`.
  ///   - isWhole: Whether it has to name the day.
  public static func problem(_ date: Value, isWhole: Bool) -> Problem? {
    guard case .text(let text) = date, let day = PartialDateText.firstDay(text.string) else { return nil }
    if let today = CalendarDate.today, day > today { return .future }
    return isWhole && PartialDateText.parts(text.string).count < 3 ? .noDay : nil
  }
}
