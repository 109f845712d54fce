import Cells
import Queries
import Records

struct FieldCharts {
  let figures: FieldFigures
  let schema: Schema
  /// The field, if other rows have its values.
  let related: RelatedField?

  private var field: Field { figures.field }

  var chart: Chart { Chart(title, shape, bars, notes: notes) }

  private var title: String {
    guard let measured = figures.measured else { return "\(rowsName) by \(field.label)\(part)" }
    let title = "\(measured.label) by \(field.label)\(part)"
    return figures.measure == .sum ? title + ", added up" : "Average " + title
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
        label: label(of: value), figure: figure,
        text: figure.map { text($0, of: value.tally) } ?? Wording.empty, query: value.query)
    }
  }

  private func label(of value: ValueClass) -> String {
    if field.kind == .rating, let stars = Double(value.label) { return StatisticsWording.stars(stars) }
    return value.label.isEmpty ? ValueWording.emptyText : Wording.line(value.label)
  }

  private func text(_ figure: Double, of tally: Tally) -> String {
    guard figures.measure == .average else { return StatisticsWording.figure(figure) }
    let average = StatisticsWording.average(figure)
    // Above a column, there is no room.
    return shape == .bars ? "\(average) (\(StatisticsWording.figure(Double(tally.measured))))" : average
  }

  private var rowsName: String {
    related?.part == .all ? "Rows of \(related?.table ?? "")" : Wording.name(of: schema)
  }

  private func count(_ rows: Int) -> String {
    guard let related, related.part == .all else { return Wording.count(rows, schema) }
    return StatisticsWording.count(rows, "row of \(related.table)", "rows of \(related.table)")
  }

  private var notes: [String] {
    var notes: [String] = []
    func note(_ rows: Int, _ words: String) { if rows > 0 { notes.append("\(count(rows)) \(words)") } }
    if figures.restCount > 0 {
      notes.append(
        "\(StatisticsWording.count(figures.restCount, "other value")) in \(count(figures.rest.rows))")
    }
    note(figures.empty.rows, "without a value in \(field.label)")
    note(figures.vague.rows, "without a \(vaguePart)")
    note(figures.other.rows, "with a value of another kind")
    if let measured = figures.measured {
      if figures.measure == .average, shape == .bars, !figures.classes.isEmpty {
        notes.append(
          StatisticsWording.averaged(schema, isRanked: figures.form == .frequency && field.kind != .list))
      }
      note(figures.total.rows - figures.total.measured, "without a value in \(measured.label)")
    }
    return figures.classes.isEmpty && notes.isEmpty ? [StatisticsWording.nothingCounted] : notes
  }

  private var vaguePart: String {
    if case .dates(.month) = figures.form { "month" } else { "day" }
  }
}
