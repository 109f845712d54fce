import Queries
import Records

struct YearCharts {
  let figures: YearFigures
  let goal: ReadingGoal?
  let today: CalendarDate

  private var totals: YearFigures.Totals { figures.totals }
  private var before: YearFigures.Totals { figures.before }
  private var hasReadings: Bool { totals.readings > 0 }

  var charts: [Chart] {
    var charts: [Chart] = [Chart("The year", .facts, facts)]
    guard !figures.isEmpty else { return goal == nil ? [] : charts }
    charts += months
    if hasReadings { charts.append(course) }
    if !figures.days.isEmpty { charts.append(calendar) }
    if totals.rated > 0 { charts.append(ratings) }
    charts += ReadingSubject.allCases.compactMap(names)
    if !figures.notables.isEmpty { charts.append(notables) }
    return charts
  }

  var notes: [String] {
    var notes: [String] = []
    if charts.isEmpty || totals.readings == 0 { notes.append("No book was finished in \(figures.year).") }
    if figures.undated > 0 {
      notes.append(
        "\(StatisticsWording.count(figures.undated, "book")) \(figures.undated == 1 ? "was" : "were") read at an unknown time, and \(figures.undated == 1 ? "counts" : "count") in no year."
      )
    }
    if figures.unreadable > 0 {
      notes.append(
        "\(StatisticsWording.count(figures.unreadable, "reading")) with an end that is not a date.")
    }
    return notes
  }

  // MARK: Facts

  private func query(_ date: String) -> String { "reading.finished:\(date)" }

  private var year: String { PartialDateText.joined(figures.year, nil, nil) ?? "\(figures.year)" }

  private var facts: [Chart.Bar] {
    var facts = [fact("Books", books, hasReadings ? query(year) : nil, figure: Double(totals.books))]
    if let goal { facts.append(fact(of: goal)) }
    if totals.pages > 0 || before.pages > 0 {
      facts.append(fact("Pages", pages, figure: Double(totals.pages)))
    }
    if totals.minutes > 0 || before.minutes > 0 {
      facts.append(fact("Hours", compared(StatisticsWording.hours(totals.minutes), hoursBefore)))
    }
    if let average = totals.averageStars { facts.append(fact("Stars", stars(average), figure: average)) }
    if let streak { facts.append(streak) }
    if !(figures.names[.author] ?? []).isEmpty { facts.append(fact("Authors", authors)) }
    if totals.stopped > 0 { facts.append(fact("Given up", stopped)) }
    return facts
  }

  private func fact(_ label: String, _ text: String, _ query: String? = nil, figure: Double? = nil)
    -> Chart.Bar
  {
    Chart.Bar(label: label, figure: figure, text: text, query: query)
  }

  private func fact(of goal: ReadingGoal) -> Chart.Bar {
    var fact = fact("Goal", text(of: goal))
    fact.share = Double(goal.done(in: totals)) / Double(goal.count)
    return fact
  }

  /// The longest run of days with a note; of several, the latest.
  private var streak: Chart.Bar? {
    var (count, run) = (0, 0)
    var (last, previous): (CalendarDate?, CalendarDate?)
    for day in figures.days.keys.sorted() {
      run = previous.map { $0.daysSince1970 + 1 == day.daysSince1970 } == true ? run + 1 : 1
      if run >= count { (count, last) = (run, day) }
      previous = day
    }
    guard count > 1, let last else { return nil }
    return fact("Streak", "\(Wording.number(count)) days in a row, up to \(last)", figure: Double(count))
  }

  private func compared(_ text: String, _ before: String?) -> String {
    text + (before.map { " · \($0) in \(figures.year - 1)" } ?? "")
  }

  private var hoursBefore: String? { before.minutes > 0 ? StatisticsWording.hours(before.minutes) : nil }

  private var books: String {
    var parts = [Wording.number(totals.books)]
    if totals.readings > totals.books { parts.append(StatisticsWording.count(totals.readings, "reading")) }
    if totals.again > 0 { parts.append("\(Wording.number(totals.again)) read before") }
    return compared(
      parts.joined(separator: ", "), before.books > 0 ? StatisticsWording.figure(Double(before.books)) : nil)
  }

  private var pages: String {
    let missing =
      totals.withoutPages > 0
      ? ", without \(StatisticsWording.count(totals.withoutPages, "book")) of unknown length" : ""
    return compared(
      Wording.number(totals.pages) + missing, before.pages > 0 ? Wording.number(before.pages) : nil)
  }

  private func stars(_ average: Double) -> String {
    let unrated = totals.readings - totals.rated
    let missing = unrated > 0 ? ", \(StatisticsWording.figure(Double(unrated))) without" : ""
    return compared(
      StatisticsWording.average(average) + " on average" + missing,
      before.averageStars.map(StatisticsWording.average))
  }

  private var authors: String {
    let all = Wording.number(figures.newAuthors + figures.knownAuthors)
    let new = Wording.number(figures.newAuthors)
    return figures.newAuthors > 0 ? "\(all), \(new) of them new" : "\(all), all read before"
  }

  private var stopped: String {
    let rest = totals.stopped - figures.stoppedTitles.count
    let titles = figures.stoppedTitles.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
    return "\(Wording.number(totals.stopped)): \(titles)"
  }

  private func text(of goal: ReadingGoal) -> String {
    let done = goal.done(in: totals)
    let text = "\(Wording.number(done)) of \(Wording.number(goal.count)) \(goal.unit.rawValue)"
    let repeated = goal.unit == .books ? totals.readings - totals.books : 0
    return text + (repeated > 0 ? ", \(Wording.number(repeated)) of them again" : "") + course(of: goal, done)
  }

  private func course(of goal: ReadingGoal, _ done: Int) -> String {
    if done >= goal.count { return ", reached" }
    guard figures.year == today.year else {
      return figures.year > today.year ? "" : ", \(Wording.number(goal.count - done)) short"
    }
    let difference = done - Int(goal.due(in: figures.year, on: today).rounded(.down))
    if difference == 0 { return ", as planned" }
    return ", \(Wording.number(abs(difference))) \(difference > 0 ? "ahead of" : "behind") plan"
  }

  // MARK: Months and days

  private func monthChart(
    _ title: String, notes: [String] = [], leads: Bool = true,
    _ value: (YearFigures.Month) -> (Double, String)
  ) -> Chart {
    let bars = figures.months.enumerated().map { index, month in
      let (figure, text) = value(month)
      let date = PartialDateText.joined(figures.year, index + 1, nil) ?? ""
      var bar = Chart.Bar(
        label: StatisticsWording.months[index], figure: figure, text: text,
        query: leads && month.readings > 0 ? query(date) : nil)
      bar.before = value(figures.monthsBefore[index]).0
      return bar
    }
    var chart = Chart(title, .columns, bars, notes: notes)
    if bars.contains(where: { $0.before > 0 }) { chart.yearBefore = figures.year - 1 }
    return chart
  }

  private var months: [Chart] {
    var charts: [Chart] = []
    if hasReadings {
      charts.append(
        monthChart("Books by month", notes: withoutMonth) {
          (Double($0.readings), Wording.number($0.readings))
        })
    }
    if totals.pages > 0 {
      charts.append(
        monthChart("Pages of these books by month") { (Double($0.pages), Wording.number($0.pages)) })
    }
    if totals.minutes > 0 {
      charts.append(
        monthChart("Hours by month", leads: false) {
          (Double($0.minutes) / 60, StatisticsWording.hours($0.minutes))
        })
    }
    return charts
  }

  private var withoutMonth: [String] {
    figures.withoutMonth > 0
      ? ["\(StatisticsWording.count(figures.withoutMonth, "reading")) without a month"] : []
  }

  private var course: Chart {
    let isOfPages = goal?.unit == .pages
    let months = figures.year == today.year ? figures.months.prefix(today.month) : figures.months[...]
    var sum = 0
    let bars = months.enumerated().map { index, month in
      sum += isOfPages ? month.pages : month.readings
      return Chart.Bar(label: StatisticsWording.months[index], figure: Double(sum), text: Wording.number(sum))
    }
    let plan = goal.map { goal in
      (1...12).compactMap { month in
        let day = CalendarDate.dayCount(ofMonth: month, year: figures.year)
        return CalendarDate(year: figures.year, month: month, day: day).map {
          goal.due(in: figures.year, on: $0)
        }
      }
    }
    let due = bars.last.flatMap { last in
      plan.map { StatisticsWording.plan($0[bars.count - 1], by: last.label) }
    }
    return Chart(
      StatisticsWording.course(isOfPages: isOfPages, hasPlan: goal != nil),
      .line(beside: plan ?? [], count: figures.months.count), bars,
      notes: withoutMonth + (due.map { [$0] } ?? []))
  }

  private var calendar: Chart {
    let bars = figures.days.sorted { $0.key < $1.key }.map { day, count in
      Chart.Bar(
        label: "\(day)", figure: Double(count), text: StatisticsWording.count(count, "note"),
        // No search finds the days of progress.
        query: figures.readingDays.contains(day)
          ? "(\(query("\(day)")) | reading.started:\(day) | reading.stopped:\(day))" : nil)
    }
    return Chart(
      "Days on which something was noted: \(Wording.number(figures.days.count))",
      .calendar(year: figures.year), bars)
  }

  // MARK: What was read

  private var ratings: Chart {
    let bars = figures.ratings.enumerated().dropFirst(figures.ratings[0] > 0 ? 0 : 1).map { halves, count in
      // No search tells the stars of a reading from those of its book.
      Chart.Bar(
        label: StatisticsWording.stars(Double(halves) / 2), figure: Double(count), text: Wording.number(count)
      )
    }
    return Chart("Stars", .columns, Array(bars))
  }

  private static let mostNames = 10

  private func names(_ subject: ReadingSubject) -> Chart? {
    let names = figures.names[subject] ?? []
    guard let first = names.first, names.count > 1 || first.count > 1 || subject != .author else {
      return nil
    }
    let bars = names.prefix(Self.mostNames).map { name in
      Chart.Bar(
        label: Wording.line(name.name), figure: Double(name.count), text: Wording.number(name.count),
        query: subject.rawValue + "=" + Query.quoted(name.name) + " " + query(year))
    }
    var notes: [String] = []
    if names.count > bars.count { notes.append("\(Wording.number(names.count - bars.count)) others") }
    if let unnamed = figures.unnamed[subject] {
      notes.append("\(StatisticsWording.count(unnamed, "reading")) without one")
    }
    return Chart(title(subject), .bars, Array(bars), notes: notes)
  }

  private func title(_ subject: ReadingSubject) -> String {
    switch subject {
    case .author: "Authors"
    case .format: "Formats"
    case .language: "Languages"
    case .publisher: "Publishers"
    }
  }

  private var notables: Chart {
    let bars = figures.notables.map { book in
      fact(name(of: book.kind), text(of: book), "title=" + Query.quoted(book.title))
    }
    return Chart("Books that stand out", .facts, bars)
  }

  private func name(of kind: YearFigures.Notable.Kind) -> String {
    switch kind {
    case .longest: "Longest"
    case .shortest: "Shortest"
    case .fastest: "Fastest"
    case .slowest: "Slowest"
    case .oldest: "Oldest"
    case .newest: "Newest"
    }
  }

  private func text(of book: YearFigures.Notable) -> String {
    let words =
      switch book.kind {
      case .longest, .shortest: StatisticsWording.count(Int(book.value), "page")
      case .fastest, .slowest: "\(StatisticsWording.figure(book.value)) pages a day"
      case .oldest, .newest: PartialDateText.name(ofYear: Int(book.value))
      }
    return "\(Wording.line(book.title)), \(words)"
  }

  // MARK: All years

  static func charts(of years: [YearTotals]) -> [Chart] {
    guard !years.isEmpty else { return [] }
    let bars = { (value: (YearTotals) -> Int) in
      years.map { year in
        Chart.Bar(
          label: PartialDateText.name(ofYear: year.year), figure: Double(value(year)),
          text: Wording.number(value(year)),
          query: "reading.finished:" + (PartialDateText.joined(year.year, nil, nil) ?? "\(year.year)"))
      }
    }
    let missing = years.reduce(0) { $0 + $1.withoutPages }
    let notes =
      missing > 0 ? ["\(StatisticsWording.count(missing, "reading")) of books of unknown length"] : []
    let pages = Chart("Pages by year", .columns, bars { $0.pages }, notes: notes)
    return [Chart("Books by year", .columns, bars { $0.readings })]
      + (years.contains { $0.pages > 0 } ? [pages] : [])
  }
}
