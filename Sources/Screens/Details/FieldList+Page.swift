import Cells
import Records

/// The layout of a record as a page of a catalogue.
///
/// Everything on the page can be selected. Only values that need a label have one.
extension FieldList {
  struct Block {
    enum Form {
      /// Values in rows, with a sign between them.
      case run(Role, joint: String)
      case prose
      case quotes
      /// Labels and values; if `isPaired`, all that fit share a row, otherwise only short fields.
      case table(isPaired: Bool)
    }

    let form: Form
    let targets: [Int]
    var isApart = false
  }

  // MARK: - Blocks

  var blocks: [Block] {
    guard missing.isEmpty else { return faultBlocks }
    let title = Block(form: .run(.title, joint: " "), targets: filled(titleFields))
    let blocks = groups.isEmpty ? [title] : [title] + bookBlocks
    let used = Set(blocks.flatMap(\.targets))
    var rest = shownFields.filter { !used.contains($0) }
    // In an unknown table, the first text probably says most, even without a label.
    if groups.isEmpty, let text = rest.firstIndex(where: { fields[$0].kind == .text }) {
      rest.insert(rest.remove(at: text), at: 0)
    }
    let tables =
      groups.isEmpty
      ? [rest.filter { fields[$0].kind != .longText }, rest.filter { fields[$0].kind == .longText }]
      : FieldGroup.allCases.map { group in rest.filter { groups[$0] == group } }
    let rows = items.indices.map { fields.count + $0 }.filter { !used.contains($0) }
    return blocks + (tables + [rows]).map { Block(form: .table(isPaired: false), targets: $0, isApart: true) }
  }

  private var faultBlocks: [Block] {
    [
      Block(form: .run(.title, joint: " "), targets: titleFields),
      Block(form: .run(.dim, joint: " "), targets: Array(others.prefix(1))),
    ]
  }

  private var bookBlocks: [Block] {
    let edition = ["series", "series_number", "publisher", "published", "pages", "format", "isbn"]
    return [
      Block(form: .run(.content, joint: " "), targets: filled(["subtitle"])),
      Block(form: .run(.action, joint: " "), targets: filled(["author"])),
      Block(form: .run(.dim, joint: " "), targets: filled(["contributors"])),
      Block(form: .run(.dim, joint: " · "), targets: filled(edition)),
      Block(form: .run(.content, joint: "  "), targets: filled(["rating", "status"])),
      Block(form: .prose, targets: readRows { $0.schema.table.isSameName(as: "reading") }),
      Block(form: .prose, targets: filled(["review"]), isApart: true),
      Block(form: .quotes, targets: readRows { $0.schema.table.isSameName(as: "quote") }, isApart: true),
      Block(
        form: .table(isPaired: true), targets: readRows { $0.joined != nil } + filled(["tags"]), isApart: true
      ),
    ]
  }

  private func filled(_ fields: [Int]) -> [Int] {
    fields.filter { !isEmpty($0) && !self.fields[$0].isHidden }
  }

  private var others: [Int] { unhidden.filter { !titleFields.contains($0) } }

  private func filled(_ columns: [String]) -> [Int] {
    let others = others
    return filled(columns.compactMap { name in others.first { fields[$0].column.isSameName(as: name) } })
  }

  private func readRows(_ isIncluded: (RelatedRows) -> Bool) -> [Int] {
    let items = items
    let found = items.indices.filter { place in
      let rows = related[items[place].table]
      return rows.content?.rows.isEmpty == false && isIncluded(rows)
    }
    return found.map { fields.count + $0 }
  }

  // MARK: - Rows

  private static let proseWidth = 70
  private static let leastRoom = 6

  func pageRows(columns: Int) -> [[Line]] {
    let blocks = blocks.filter { !$0.targets.isEmpty }
    let labelled = blocks.flatMap { block -> [Int] in
      if case .table = block.form { block.targets } else { [] }
    }
    let labelWidth = labelWidth(of: labelled, columns: columns)
    var (rows, wasSmall, pairsEnd) = ([[Line]](), false, columns)
    for block in blocks {
      let isSmall = isSmall(block)
      if block.isApart, isSpacious, !rows.isEmpty, !(wasSmall && isSmall) { rows.append([]) }
      wasSmall = isSmall
      // Pairs keep their columns below the picture.
      if case .table = block.form, block.targets.first == labelled.first, rows.count < asideCount {
        pairsEnd = columns - asideWidth
      }
      append(block, labelWidth, columns, pairsEnd: pairsEnd, to: &rows)
    }
    return rows
  }

  private func isSmall(_ block: Block) -> Bool {
    guard case .table = block.form else { return false }
    return block.targets.count <= 2 && !block.targets.contains(where: isLong)
  }

  private func isLong(_ target: Int) -> Bool { target < fields.count && fields[target].kind == .longText }

  /// The columns of the texts; rows below the picture have the whole width.
  private func body(_ row: Int, _ columns: Int) -> Range<Int> {
    let (start, end) = (Self.pageStart(columns), row < asideCount ? columns - asideWidth : columns)
    return start..<max(start + 1, end - (end >= 12 ? 3 : 0))
  }

  static func pageStart(_ columns: Int) -> Int { columns >= 30 ? 3 : min(1, columns - 1) }

  private func append(
    _ block: Block, _ labelWidth: Int, _ columns: Int, pairsEnd: Int, to rows: inout [[Line]]
  ) {
    var (rest, wasLong) = (block.targets[...], false)
    if case .run(let role, joint: let joint) = block.form {
      rows += run(block.targets, role, joint, in: body(rows.count, columns))
      return
    }
    while let target = rest.first {
      if case .table = block.form, isSpacious, rest.startIndex > 0, wasLong || isLong(target) {
        rows.append([])
      }
      wasLong = isLong(target)
      let body = body(rows.count, columns)
      switch block.form {
      case .table(isPaired: let isPaired):
        rows += nextRows(&rest, labelWidth, isPaired: isPaired, in: body, pairsEnd: pairsEnd)
        continue
      case .quotes:
        // A gap in the rule separates quotes.
        if target != block.targets.first { rows.append([]) }
        rows += quote(target, in: body)
      case .prose, .run: rows += prose(target, in: body)
      }
      rest.removeFirst()
    }
  }

  private func run(_ targets: [Int], _ role: Role, _ joint: String, in body: Range<Int>) -> [[Line]] {
    var (rows, column) = ([[Line]](), body.upperBound)
    for target in targets {
      let joint = fields[target].column.isSameName(as: "series_number") ? " " : joint
      let usual =
        fields[target].kind == .rating
        ? .stars : isStatus(target) ? FieldWording.role(ofStatus: values[target]) : role
      for (place, text) in pieces(of: target, width: body.count).enumerated() {
        let width = max(1, min(body.count, TextWidth.width(of: text)))
        let start = column + TextWidth.width(of: joint)
        if place > 0 || start + width > body.upperBound {
          rows.append([])
          column = body.lowerBound
        } else {
          let sign = Line(text: joint, role: .dim, indent: column, end: start, field: target, isLabel: true)
          rows[rows.count - 1].append(sign)
          column = start
        }
        let line = Line(
          text: text, role: self.role(of: target) ?? usual, indent: column, end: column + width,
          field: target,
          isFirst: place == 0, isInline: true)
        rows[rows.count - 1].append(line)
        column += width
      }
    }
    return rows
  }

  private func pieces(of field: Int, width: Int) -> [String] {
    if missing.contains(field) { return [Wording.fault] }
    var text = sign(of: field) + text(of: field)
    if isStatus(field), text == "reading" { text = "▸ " + text }
    if case .integer(let count) = values[field], fields[field].column.isSameName(as: "pages") {
      text += count == 1 ? " page" : " pages"
    }
    if fields[field].kind != .rating, let aside = FieldWording.aside(values[field], in: fields[field]) {
      text += " " + aside
    }
    let lines = Wrap.lines(of: text, width: width, limit: Self.lineLimit)
    return lines + (notes[field].map { Wrap.lines(of: $0, width: width, limit: 3) } ?? [])
  }

  private func isStatus(_ field: Int) -> Bool {
    !groups.isEmpty && fields[field].column.isSameName(as: "status")
  }

  private func prose(_ target: Int, in body: Range<Int>) -> [[Line]] {
    let value = body.prefix(Self.proseWidth)
    guard sign(of: target).isEmpty else { return stacked(target, in: body) }
    return lines(of: target, in: Span(label: value.lowerBound, value: value, mark: mark(body))).map { [$0] }
  }

  private func quote(_ target: Int, in body: Range<Int>) -> [[Line]] {
    guard body.count > 10, let item = item(target), let row = item.row,
      let content = related[item.table].content
    else { return prose(target, in: body) }
    let rule = Line(
      text: "▎", role: .dim, indent: body.lowerBound, end: body.lowerBound + 1, field: target, isLabel: true)
    let value = body.dropFirst(2).prefix(Self.proseWidth)
    let span = Span(label: value.lowerBound, value: value, mark: mark(body))
    let parts = RelatedWording.parts(of: content.rows[row], in: related[item.table])
    let note = parts.dropFirst().joined(separator: " · ")
    var lines = lines(parts.first ?? Wording.empty, .content, of: target, in: span)
    lines += note.isEmpty ? [] : self.lines(note, .dim, of: target, in: span)
    for place in lines.indices {
      (lines[place].isFirst, lines[place].isLong) = (place == 0, lines.count >= Self.longCount)
    }
    return lines.map { [rule, $0] }
  }

  private func stacked(_ target: Int, in body: Range<Int>) -> [[Line]] {
    let indent = body.count > 10 && !isLong(target) ? 2 : 0
    let value = body.dropFirst(indent).prefix(Self.proseWidth)
    return rows(of: target, in: Span(label: body.lowerBound, value: value, mark: mark(body)))
  }

  private func mark(_ body: Range<Int>) -> Int? { body.count > 10 ? body.upperBound + 1 : nil }

  private func nextRows(
    _ rest: inout ArraySlice<Int>, _ labelWidth: Int, isPaired: Bool, in body: Range<Int>, pairsEnd: Int
  ) -> [[Line]] {
    let width = body.upperBound + 3
    func beside(_ target: Int) -> [[Line]] {
      let room = body.count - labelWidth - 2
      // A label is above its value if it would be cut beside the value.
      let isCut =
        width < Self.denseColumns && TextWidth.width(of: sign(of: target) + label(of: target)) > labelWidth
      guard room >= Self.leastRoom, !isCut, isWhole(target, width: room, isLine: width < Self.besideColumns)
      else { return stacked(target, in: body) }
      let span = Self.denseSpan(body.lowerBound, body.upperBound, labelWidth, mark: mark(body))
      return rows(of: target, in: span)
    }
    guard width >= Self.denseColumns else { return rest.popFirst().map(beside) ?? [] }
    let middle = (pairsEnd >= Self.denseColumns ? pairsEnd : width) / 2
    let spans = Spans(columns: width, middle: middle, labelWidth)
    func isHalf(_ target: Int) -> Bool {
      isWhole(target, width: spans.halfWidth, isLine: true)
        && (isPaired || target < fields.count && isShort(target, in: spans))
    }
    return nextRows(&rest, in: spans, isShort: isHalf, whole: beside)
  }

  /// Whether a value fits without breaking a word or, if `isLine`, into a single line.
  private func isWhole(_ target: Int, width: Int, isLine: Bool = false) -> Bool {
    if pictures[target] != nil, asideWidth == 0 { return false }
    let text = text(of: target)
    if text.isEmpty { return true }
    guard !isLong(target), text.utf8.count < 2_000 else { return false }
    if isLine { return TextWidth.width(of: text) <= width }
    return text.split(whereSeparator: \.isWhitespace).allSatisfy { TextWidth.width(of: $0) <= width }
  }
}
