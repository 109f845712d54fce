import Cells
import Records

extension FileScreen {
  /// The rows of the entries: all but that of the path, which gives way where there is one row only.
  private func listRows(_ layout: Layout) -> Range<Int> {
    let rows = layout.content
    let head = (rows.count >= 2 || line != nil ? 1 : 0) + (problem != nil && rows.count >= 3 ? 1 : 0)
    return min(rows.lowerBound + head, rows.upperBound)..<rows.upperBound
  }

  func listHeight(_ layout: Layout) -> Int { max(1, listRows(layout).count) }

  func draw(on frame: inout Frame, layout: Layout) {
    let rows = listRows(layout)
    if rows.lowerBound > layout.content.lowerBound { drawPath(on: &frame, layout: layout) }
    var view = selection
    view.follow(count: items.count, height: rows.count)
    for (row, index) in zip(rows, view.top..<max(view.top, items.count)) {
      draw(
        items[index], isSelected: index == selection.place && (line == nil || hasChosen), on: &frame,
        row: row, layout)
    }
    let isEmpty = items.isEmpty && listing != nil && problem == nil && !rows.isEmpty
    guard isEmpty, line == nil else { return }
    frame.write(
      Wording.emptyFolder, at: Position(column: layout.entryIndent, row: rows.lowerBound), role: .dim)
  }

  private func drawPath(on frame: inout Frame, layout: Layout) {
    let row = layout.content.lowerBound
    let width = frame.size.columns - 2 * layout.margin
    var place = Position(column: layout.margin, row: row)
    if let line {
      let folder = folderBefore(width: width)
      place.column += frame.write(folder, at: place, width: width, role: .label, keeping: .end)
      line.draw(on: &frame, at: place, width: width - place.column + layout.margin, role: .content)
    } else {
      let path = listing?.path.string ?? ""
      frame.write(path, at: place, width: width, role: .label, keeping: .end)
    }
    guard let problem, layout.content.count >= 3 else { return }
    frame.write(problem.text, at: Position(column: layout.margin, row: row + 1), width: width, role: .error)
  }

  /// The folder that what is typed begins in, as far as half of the columns, where it is not typed itself.
  private func folderBefore(width: Int) -> String {
    guard let line, !line.text.hasPrefix("/"), !line.text.hasPrefix("~"), width >= 8 else { return "" }
    let path = base.string
    let folder = path.hasSuffix("/") || path.isEmpty ? path : path + "/"
    guard TextWidth.width(of: folder) > width / 2 else { return folder }
    return "…" + folder.suffix(width / 3)
  }

  private func draw(_ item: Int, isSelected: Bool, on frame: inout Frame, row: Int, _ layout: Layout) {
    let entry = item == Self.parent ? nil : listing?.entries[item]
    frame.writeEntry(
      (entry?.name.string ?? "..") + (entry?.isFolder == false ? "" : "/"), role: role(of: entry),
      note: entry?.byteCount.map { Wording.size($0) } ?? "", isSelected: isSelected, row: row, layout: layout)
  }

  /// Files that are hardly meant are dim.
  private func role(of entry: FileEntry?) -> Role {
    guard purpose == .read(prefersImages: true), let entry, !entry.isFolder, !entry.isImage else {
      return .content
    }
    return .dim
  }
}
