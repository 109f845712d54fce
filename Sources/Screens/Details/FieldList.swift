import Cells
import Records

/// A record's fields as labelled groups of lines, the form that details and drafts share.
struct FieldList: Sendable {
  var fields: [Field]
  var values: [Value]
  /// The rows that fields point to.
  var links: [RecordSnapshot.Link] = []
  /// The fields that another program has changed, too.
  var conflicts: [Int] = []
  /// What is said of fields that hold bytes; of others, what their values say.
  var blobs: [Int: BlobSummary] = [:]
  /// What is said below fields of whose texts only the beginning is there.
  var notes: [Int: String] = [:]
  /// The pictures of fields, as far as they are drawn.
  var pictures: [Int: Picture] = [:]
  /// The editor that is in the place of the chosen field's value.
  var editing: (any EditorScreen)?
  /// The index of the field that can be opened, or nil if none can be chosen.
  var selected: Int?

  /// One line of the list.
  private struct Line {
    var text: String
    var role: Role
    var indent: Int
    var field: Int
    /// What stands behind the text, dimmed.
    var aside: String?
    /// Whether the mark that the field can be opened stands at the end.
    var isFirst = false
    var isLabel = false
    /// The row of the field's picture that the line is.
    var pictureRow: Int?
    /// The row of the field's editor that the line is.
    var editorRow: Int?
  }

  /// The most lines that one value takes; below a longer one stands that it goes on.
  private static let lineLimit = 200

  /// The first line to be shown so that the selected field is in sight, moving from `top` no further than needed.
  func top(from top: Int, layout: Layout) -> Int {
    let lines = lines(columns: layout.size.columns)
    let height = max(1, layout.content.count)
    var top = top
    if let selected, let first = lines.firstIndex(where: { $0.field == selected }) {
      let last = lines.lastIndex { $0.field == selected } ?? first
      // The label goes first if not all of the field fits.
      top = max(top, last - height + 1)
      top = min(top, height == 1 ? first + 1 : first)
    }
    return max(0, min(top, lines.count - height))
  }

  /// The field some half screens below the selected one, or above it for less than 0.
  func field(halfPages halves: Int, layout: Layout) -> Int {
    let lines = lines(columns: layout.size.columns)
    let start = lines.firstIndex { $0.field == selected } ?? 0
    let place = start + halves * max(1, layout.content.count / 2)
    guard !lines.isEmpty else { return selected ?? 0 }
    let field = lines[max(0, min(place, lines.count - 1))].field
    // A value may be longer than the way.
    return field == selected ? max(0, min(field + halves.signum(), fields.count - 1)) : field
  }

  /// Draws the lines from `top` on.
  func draw(on frame: inout Frame, layout: Layout, top: Int) {
    for (row, line) in zip(layout.content, lines(columns: frame.size.columns).dropFirst(top)) {
      draw(line, on: &frame, row: row, margin: layout.margin)
      if line.editorRow == 0 { drawEditor(on: &frame, row: row, end: layout.content.upperBound) }
    }
  }

  private func drawEditor(on frame: inout Frame, row: Int, end: Int) {
    guard let editing else { return }
    let (indent, width) = (Self.indent(frame.size.columns), Self.width(frame.size.columns))
    let height = min(end - row, editing.rowCount(width: width))
    var part = Frame(size: Size(columns: width, rows: height))
    editing.drawInside(&part)
    frame.overlay(part, at: Position(column: indent, row: row))
  }

  private func draw(_ line: Line, on frame: inout Frame, row: Int, margin: Int) {
    guard line.editorRow == nil else { return }
    let columns = frame.size.columns
    let isSelected = line.field == selected && !line.isLabel && line.pictureRow == nil
    if isSelected { frame.fill(row: row, role: .selected) }
    let role = isSelected ? .selected : line.role
    let position = Position(column: line.indent, row: row)
    if let pictureRow = line.pictureRow, let picture = pictures[line.field] {
      return frame.draw(picture, row: pictureRow, at: position, width: columns - line.indent)
    }
    let written = frame.write(line.text, at: position, width: columns - line.indent, role: role)
    if let aside = line.aside {
      let place = Position(column: line.indent + written + 2, row: row)
      frame.write(aside, at: place, role: isSelected ? .selected : .dim)
    }
    let canOpen =
      links.isEmpty ? !fields[line.field].isGenerated : links.contains { $0.field == line.field }
    guard selected != nil, canOpen, line.isFirst, columns >= 12 else { return }
    let end = Position(column: columns - margin - 1, row: row)
    frame.write("›", at: end, width: 1, role: isSelected ? .selected : .dim)
  }

  private func lines(columns: Int) -> [Line] {
    fields.indices.filter { !fields[$0].isHidden }.flatMap { lines(of: $0, columns: columns) }
  }

  /// A field's value, with the title of the row that it points to before it.
  private func text(of index: Int) -> String {
    let text =
      (blobs[index] ?? BlobSummary(values[index])).map(Wording.summary)
      ?? fields[index].text(of: values[index])
    guard let link = links.first(where: { $0.field == index }), case .text(let title) = link.title else {
      return text
    }
    return "\(title.string) (\(text))"
  }

  /// A field's label and the lines of its value.
  private func lines(of index: Int, columns: Int) -> [Line] {
    let (labelIndent, indent) = (columns >= 30 ? 3 : 0, Self.indent(columns))
    let isInConflict = conflicts.contains(index)
    let label = Line(
      text: (isInConflict ? "! " : "") + fields[index].label, role: isInConflict ? .error : .label,
      indent: labelIndent, field: index, isLabel: true)
    if index == selected, let editing {
      return [label]
        + (0..<editing.rowCount(width: Self.width(columns))).map {
          Line(text: "", role: .content, indent: indent, field: index, editorRow: $0)
        }
    }
    guard !values[index].isNull else {
      return [label, Line(text: Wording.null, role: .dim, indent: indent, field: index, isFirst: true)]
    }
    let width = Self.width(columns)
    let text = text(of: index)
    let wrapped = Wrap.lines(of: text, width: width, limit: Self.lineLimit + 1)
    let aside = Wording.aside(values[index], in: fields[index])
    let isBeside = aside.map { TextWidth.width(of: text) + 2 + TextWidth.width(of: $0) <= width } ?? false
    let note =
      notes[index] ?? (wrapped.count > Self.lineLimit ? "…" : nil) ?? (isBeside ? nil : aside)
    return [label]
      + wrapped.prefix(Self.lineLimit).enumerated().map {
        Line(
          text: $1, role: .content, indent: indent, field: index, aside: isBeside ? aside : nil,
          isFirst: $0 == 0)
      }
      + (note.map { Wrap.lines(of: $0, width: width, limit: 3) } ?? []).map {
        Line(text: $0, role: .dim, indent: indent, field: index)
      }
      + (pictures[index]?.rows.indices ?? 0..<0).map {
        Line(text: "", role: .picture, indent: indent, field: index, pictureRow: $0)
      }
  }

  private static func indent(_ columns: Int) -> Int { columns >= 30 ? 5 : min(1, columns - 1) }

  /// The columns of a value.
  private static func width(_ columns: Int) -> Int {
    max(1, columns - indent(columns) - (columns >= 12 ? 3 : 0))
  }

  /// The cells that a picture may take: the columns of a value, and half of the rows.
  static func pictureRoom(_ layout: Layout) -> Size {
    Size(columns: width(layout.size.columns), rows: layout.content.count / 2)
  }

  /// Whether the first line of a field's value is in sight.
  func isVisible(_ field: Int, layout: Layout, top: Int) -> Bool {
    lines(columns: layout.size.columns).dropFirst(top).prefix(layout.content.count)
      .contains { $0.field == field && $0.isFirst }
  }
}
