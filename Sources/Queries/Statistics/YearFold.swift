import Records

/// Computes the figures of a year from its readings, added one by one.
package struct YearFold {
  private var figures: YearFigures
  private var counts: [ReadingSubject: [String: Int]] = [:]
  private var byteCount = 0
  private var notables: [YearFigures.Notable.Kind: YearFigures.Notable] = [:]
  private var finished: [(ended: [Int], title: String)] = []

  package init(year: Int) { figures = YearFigures(year: year) }

  /// Adds a reading that ended in the year or in the one before; others are ignored.
  package mutating func add(_ reading: ReadingEntry) {
    guard let year = reading.ended.first else { return }
    if year == figures.year - 1 {
      if reading.isFinished { Self.addMonth(of: reading, to: &figures.monthsBefore) }
      return Self.add(reading, to: &figures.before)
    }
    guard year == figures.year else { return }
    Self.add(reading, to: &figures.totals)
    addDay(reading.started)
    addDay(reading.ended)
    guard reading.isFinished else {
      if figures.stoppedTitles.count < Self.mostTitles { figures.stoppedTitles.append(reading.title) }
      return
    }
    if finished.count < Self.mostFinished { finished.append((reading.ended, reading.title)) }
    if reading.ended.count == 1 { figures.withoutMonth += 1 }
    Self.addMonth(of: reading, to: &figures.months)
    if let stars = reading.stars, stars * 2 == (stars * 2).rounded() { figures.ratings[Int(stars * 2)] += 1 }
    for subject in ReadingSubject.allCases { count(reading.names[subject], as: subject) }
    addNotables(reading)
  }

  private static let mostTitles = 10
  private static let mostFinished = 100

  private static func add(_ reading: ReadingEntry, to totals: inout YearFigures.Totals) {
    guard reading.isFinished else { return totals.stopped += 1 }
    totals.readings += 1
    if !reading.isAgainInYear { totals.books += 1 }
    if reading.isAgain { totals.again += 1 }
    if let pages = reading.pages { totals.pages += pages } else { totals.withoutPages += 1 }
    guard let stars = reading.stars else { return }
    totals.stars += stars
    totals.rated += 1
  }

  /// Adds a day on which a reading began or ended, if the date has a day.
  package mutating func addDay(_ parts: [Int]) {
    note(parts)
    if let day = ReadingEntry.day(parts), day.year == figures.year { figures.readingDays.insert(day) }
  }

  private mutating func note(_ parts: [Int], times: Int = 1) {
    guard let day = ReadingEntry.day(parts), day.year == figures.year else { return }
    figures.days[day, default: 0] += times
  }

  private static func addMonth(of reading: ReadingEntry, to months: inout [YearFigures.Month]) {
    guard reading.ended.count > 1 else { return }
    months[reading.ended[1] - 1].readings += 1
    months[reading.ended[1] - 1].pages += reading.pages ?? 0
  }

  /// In bytes; beyond the limit, no new name is counted.
  private static let byteLimit = 16 << 20

  private mutating func count(_ name: String?, as subject: ReadingSubject) {
    guard let name, !name.isEmpty else { return figures.unnamed[subject, default: 0] += 1 }
    if counts[subject]?[name] == nil {
      guard byteCount < Self.byteLimit else { return }
      byteCount += name.utf8.count + 64
    }
    counts[subject, default: [:]][name, default: 0] += 1
  }

  private mutating func addNotables(_ reading: ReadingEntry) {
    if let pages = reading.pages {
      note(.longest, reading, Double(pages), isMore: true)
      note(.shortest, reading, Double(pages), isMore: false)
      if let days = reading.days {
        note(.fastest, reading, Double(pages) / Double(days.count), isMore: true)
        note(.slowest, reading, Double(pages) / Double(days.count), isMore: false)
      }
    }
    if let published = reading.published {
      note(.oldest, reading, Double(published), isMore: false)
      note(.newest, reading, Double(published), isMore: true)
    }
  }

  /// Keeps the more notable reading; on a tie, the first title in order.
  private mutating func note(
    _ kind: YearFigures.Notable.Kind, _ reading: ReadingEntry, _ value: Double, isMore: Bool
  ) {
    let new = YearFigures.Notable(kind: kind, title: reading.title, value: value)
    guard let old = notables[kind] else { return notables[kind] = new }
    let isBetter = isMore ? value > old.value : value < old.value
    if isBetter || (value == old.value && new.title < old.title) { notables[kind] = new }
  }

  /// Adds the progress of a day in the year or in the one before.
  package mutating func addProgress(_ parts: [Int], entries: Int, minutes: Int) {
    guard let year = parts.first else { return }
    if year == figures.year - 1 {
      if parts.count > 1 { figures.monthsBefore[parts[1] - 1].minutes += minutes }
      return figures.before.minutes += minutes
    }
    guard year == figures.year else { return }
    figures.totals.minutes += minutes
    if parts.count > 1 { figures.months[parts[1] - 1].minutes += minutes }
    note(parts, times: entries)
  }

  package mutating func noteKnown(author: String) {
    if counts[.author]?[author] != nil { figures.knownAuthors += 1 }
  }

  package mutating func note(undated: Int, unreadable: Int) {
    (figures.undated, figures.unreadable) = (undated, unreadable)
  }

  package func result() -> YearFigures {
    var figures = figures
    for (subject, counts) in counts {
      figures.names[subject] = counts.map { YearFigures.NamedCount(name: $0.key, count: $0.value) }.sorted {
        $0.count != $1.count ? $0.count > $1.count : $0.name < $1.name
      }
    }
    figures.finishedTitles = finished.sorted {
      $0.ended == $1.ended ? $0.title < $1.title : $0.ended.lexicographicallyPrecedes($1.ended)
    }.map(\.title)
    figures.newAuthors = (counts[.author]?.count ?? 0) - figures.knownAuthors
    figures.notables = YearFigures.Notable.Kind.allCases.compactMap { notables[$0] }
    return figures
  }
}
