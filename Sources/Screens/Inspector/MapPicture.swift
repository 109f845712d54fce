import Cells
import Records

struct MapPicture {
  let map: RecordMap

  func draw(on frame: inout Frame, _ area: InspectorPlan.Area, legend: InspectorPlan.Area) {
    guard !area.columns.isEmpty else { return }
    for (index, cell) in map.cells.prefix(area.columns.count * area.rows.count).enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: area.columns.count)
      let sign = Self.sign(cell.filling)
      frame.write(
        sign.text,
        at: Position(column: area.columns.lowerBound + column, row: area.rows.lowerBound + row), width: 1,
        role: cell.isShown ? .selected : sign.role)
    }
    guard let row = legend.rows.first else { return }
    let width = legend.columns.count
    let form = forms.first { $0.width <= width } ?? forms[forms.count - 1]
    frame.write(form, at: Position(column: legend.columns.lowerBound, row: row), width: width)
  }

  private static func sign(_ filling: RecordMap.Filling) -> Span {
    switch filling {
    case .known: Span(filling.sign, .dim)
    case .some, .hydrated: Span(filling.sign, .hydrated)
    case .someDirty, .dirty: Span(filling.sign, .dirty)
    }
  }

  private var forms: [[Span]] {
    let signs: [(RecordMap.Filling, String)] =
      [(.known, InspectorWording.known)] + (map.rowsPerCell > 1 ? [(.some, InspectorWording.some)] : [])
      + [(.hydrated, InspectorWording.hydrated)]
      + (map.rowsPerCell > 1 ? [(.someDirty, InspectorWording.someDirty)] : [])
      + [(.dirty, InspectorWording.dirty)]
    let names = signs.flatMap { [Self.sign($0), Span(" \($1)", .dim), Span("  ", .dim)] }
    let short = Array(names.dropFirst(3))
    let dense = signs.dropFirst().flatMap { [Span(" ", .dim), Self.sign($0), Span(" \($1)", .dim)] }
      .dropFirst()
    let note = InspectorWording.note(on: map)
    return [names, short].flatMap { start in note.map { start + [Span($0, .dim)] } }
      + [short.dropLast(), Array(dense)]
  }
}

extension RecordMap.Filling {
  package var sign: String {
    switch self {
    case .known: "·"
    case .some: "○"
    case .hydrated: "●"
    case .someDirty: "◇"
    case .dirty: "◆"
    }
  }
}
