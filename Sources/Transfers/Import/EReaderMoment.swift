enum EReaderMoment {
  /// A moment in this machine's zone with its offset: `2024-05-01 20:15:00+02:00`; `seconds` is an SQL expression for whole
  /// seconds since 1970-01-01 UTC.
  static func text(_ seconds: String) -> String {
    let offset = "(CAST(strftime('%s', \(seconds), 'unixepoch', 'localtime') AS INTEGER) - \(seconds))"
    return """
      (datetime(\(seconds), 'unixepoch', 'localtime') || CASE WHEN \(offset) < 0 THEN '-' ELSE '+' END \
      || printf('%02d:%02d', abs(\(offset)) / 3600, abs(\(offset)) / 60 % 60))
      """
  }
}
