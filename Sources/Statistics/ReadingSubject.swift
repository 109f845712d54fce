/// A field of a book whose values are counted in a year's readings.
public enum ReadingSubject: String, CaseIterable, Hashable, Sendable {
  case author, format, language, publisher
}
