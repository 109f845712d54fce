import Cells
import Records
import Statistics

/// The chart of a field's figures.
struct FieldCharts {
  let figures: FieldFigures
  let schema: Schema

  private var field: Field { figures.field }

  var chart: Chart {
    Chart(title, shape, bars, notes: notes)
  }

  private var title: String {
    let label = field.label.lowercased()
    guard let measured = figures.measured else {
      return "\(Wording.name(of: schema)) by \(label)\(part)"
    }
    let what = measured.label.lowercased()
    return figures.measure == .sum
      ? "\(measured.label) by \(label)\(part), added up" : "Average \(what) by \(label)\(part)"
  }

  private var part: String {
    guard case .dates(let part) = figures.form, part != .year, figures.classes.count > 1 else { return "" }
    return ", by \(part.rawValue)"
  }

  private var shape: Chart.Shape {
    switch figures.form {
    case .numbers, .dates: .columns
    case .frequency: .bars
    case .choices: field.kind == .rating ? .columns : .bars
    }
  }

  private var bars: [Chart.Bar] {
    figures.classes.map { value in
      let figure = value.tally.figure(figures.measure)
      return Chart.Bar(
        label: label(of: value), value: max(0, figure ?? 0), text: figure.map(text) ?? Wording.empty,
        query: value.query)
    }
  }

  private func label(of value: ValueClass) -> String {
    if field.kind == .rating, let stars = Double(value.label) {
      return StatisticsWording.stars(stars)
    }
    return value.label.isEmpty ? ValueWording.emptyText : Wording.line(value.label)
  }

  private func text(_ figure: Double) -> String {
    figures.measure == .average ? StatisticsWording.average(figure) : StatisticsWording.figure(figure)
  }

  private var notes: [String] {
    var notes: [String] = []
    func note(_ tally: Tally, _ words: String) {
      if tally.rows > 0 { notes.append("\(Wording.count(tally.rows, schema)) \(words)") }
    }
    if figures.restCount > 0 {
      let values = StatisticsWording.count(figures.restCount, "other value")
      notes.append("\(values) in \(Wording.count(figures.rest.rows, schema))")
    }
    note(figures.empty, figures.empty.rows == 1 ? "has none" : "have none")
    note(figures.vague, "without a \(vaguePart)")
    note(figures.other, "with something else")
    let unmeasured = figures.total.rows - figures.total.measured
    if let measured = figures.measured, unmeasured > 0 {
      notes.append("\(Wording.count(unmeasured, schema)) without \(measured.label.lowercased())")
    }
    return notes
  }

  private var vaguePart: String {
    if case .dates(.month) = figures.form { "month" } else { "day" }
  }
}
