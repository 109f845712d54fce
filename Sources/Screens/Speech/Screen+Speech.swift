import Cells
import Records

extension ListScreen {
  var speech: Speech? {
    var speech = Speech()
    speech.title = bar?.titles.first ?? ""
    guard window.count != .exactly(0) else {
      let canAdd = !isReadOnly
      speech.line =
        window.filter.isEmpty
        ? Wording.emptyList(schema, canAdd: canAdd) : ListWording.noMatch(window, schema)
      return speech
    }
    speech.isReady = selectedRow != nil
    speech.line = selectedRow.map { spokenHeading + sentence($0) } ?? ""
    return speech
  }

  private func sentence(_ row: ListRow) -> String {
    let drawn = window.drawnFields(schema)
    let shown = zip(window.fields, row.values).filter { drawn.contains($0) || $1 != .null }
    let columns = shown.map { field, value in
      let text = value == .null ? ValueWording.noValue : ColumnWidths.text(of: value, schema.field(at: field))
      return "\(schema.field(at: field).label) \(text)"
    }
    let states: [String?] = [
      row.isInConflict
        ? "In conflict" : row.state == .dirty ? "Changed" : row.state == .hydrated ? "Hydrated" : nil,
      hasMarks && marks.contains(row.id) ? "Marked" : nil,
    ]
    let parts =
      [ListWording.place(selection.place, of: window.count), Wording.title(row.title, schema)] + columns
    return (parts + states.compactMap(\.self)).joined(separator: ". ") + "."
  }
}

extension DetailScreen {
  var speech: Speech? {
    var speech = Speech()
    speech.title = Wording.title(record.map { schema.title(of: $0.shownValues) } ?? title, schema)
    guard let record else {
      speech.isReady = false
      return speech
    }
    let lines = schema.fields.indices.map { index in
      FieldWording.spoken(record.shownValues[index], schema.fields[index])
        + (record.conflicts.contains(index)
          ? " In conflict." : record.originals[index] != nil ? " Changed." : "")
    }
    if isEditing {
      speech.line = FieldWording.spoken(selected, of: lines, schema)
      speech.title = "Edit " + speech.title
    } else {
      speech.text =
        schema.displayOrder.filter { !schema.fields[$0].isHidden }.map { lines[$0] } + relatedLines
    }
    return speech
  }
}

extension DetailScreen {
  private var relatedLines: [String] {
    let related = relatedRows ?? []
    return RelatedItem.items(of: related, foldsEmpty: true).map { item in
      let rows = related[item.table]
      return "\(RelatedWording.label(rows)): \(RelatedWording.line(item, of: rows).text)."
    }
  }
}

extension DraftScreen {
  var speech: Speech? {
    var speech = Speech()
    speech.title = bar?.titles.first ?? ""
    let lines = schema.fields.indices.map { FieldWording.spoken(draftValue($0) ?? .null, schema.fields[$0]) }
    speech.line = FieldWording.spoken(selected, of: lines, schema)
    return speech
  }
}

extension FieldScreen {
  var speech: Speech? { editor.speech }
}

extension DateScreen {
  var speech: Speech? { editor.speech }
}

extension FieldEditor {
  fileprivate var speech: Speech {
    var speech = Speech()
    let now = isNull ? ValueWording.noValue : line.text.isEmpty ? ValueWording.emptyText : line.text
    let note = note
    speech.title = "Edit \(field.label)"
    speech.prompt = "\(field.label), now \(now)" + (note.isEmpty ? "" : " (\(note))") + ":"
    speech.editedLineCount = line.text.reduce(1) { $0 + ($1.isNewline ? 1 : 0) }
    if let problem { speech.line = problem.text }
    return speech
  }
}

extension MenuScreen {
  package var speech: Speech? {
    var speech = Speech()
    // The terminal that reads the choices out numbers them.
    (speech.title, speech.choices) = (heading, choices.map { isNumbered ? String($0.dropFirst(2)) : $0 })
    return speech
  }
}

extension AlertScreen {
  package var speech: Speech? {
    var speech = Speech()
    (speech.title, speech.choices, speech.selectedChoice) = (message.text, answers.map(\.text), selected)
    return speech
  }
}

extension FieldWording {
  fileprivate static func spoken(_ value: Value, _ field: Field) -> String {
    let text =
      value.isNull ? ValueWording.noValue : value == "" ? ValueWording.emptyText : shown(value, in: field)
    return "\(field.label): \(text)."
  }

  /// Counted among the fields that Tab reaches.
  fileprivate static func spoken(_ selected: Int, of lines: [String], _ schema: Schema) -> String {
    guard lines.indices.contains(selected) else { return "" }
    let order = schema.displayOrder.filter {
      $0 == selected || !schema.fields[$0].isHidden && !schema.fields[$0].isGenerated
    }
    let place = order.firstIndex(of: selected) ?? 0
    return "Field \(place + 1) of \(order.count). \(lines[selected])"
  }
}

extension Prompt {
  var request: String {
    let asked =
      switch kind {
      case .find: "Find"
      case .command: "Command"
      case .digits: "Row"
      case .letter: "Letter"
      case .stars: "Stars, such as 4 or 4.5"
      }
    return asked + (line.text.isEmpty ? "" : ", now \(line.text)") + ":"
  }
}

extension PageScreen {
  package var speech: Speech? {
    guard prompt == nil, lines.count > 0 else { return nil }
    var speech = Speech()
    speech.title = bar?.titles.first ?? ""
    speech.text = lines.shown.filter { !$0.isSelectable }.map(spoken).filter { !$0.isEmpty }
    speech.line = lines.chosen.map(spoken) ?? ""
    return speech
  }
}

extension BoxScreen {
  package var speech: Speech? {
    guard prompt == nil else { return nil }
    var speech = Speech()
    speech.title = heading
    speech.choices = lines.shown.map {
      [text(of: $0), note(of: $0)].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    speech.line = lines.chosen.map(text) ?? Wording.noMatch(lines.words)
    return speech
  }
}
