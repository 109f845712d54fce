/// The fields of books and of other things that are read, found by their names and kinds.
extension Schema {
  /// If the authors are rows, their titles.
  package var authorField: Int? {
    // The values of a list are single authors; its groups would be lists.
    let lists = related.indices.filter { related[$0].part == .all }.map { fields.count + $0 }
    let named = (fields + related.map(\.field)).enumerated().filter {
      $1.isCalled("author", "authors") && !lists.contains($0)
    }
    let read = named.map { isSortable(titleOfReference($0.offset)) ? titleOfReference($0.offset) : $0.offset }
    return read.first { isSortable($0) && !field(at: $0).kind.isBytes }
  }

  package var isOfCovers: Bool { fields.contains { $0.kind == .photo } || authorField != nil }

  package var pageField: Int? {
    fields.firstIndex {
      $0.kind.holdsNumbers && ($0.isCalled("page count") || $0.label.lowercased().hasSuffix("pages"))
    }
  }

  /// The reader's stars, unlike the average of all readers.
  package var starField: Int? {
    let stars = fields.indices.filter { fields[$0].kind == .rating }
    return stars.first { fields[$0].isCalled("rating", "my rating") } ?? stars.first
  }

  /// How far a reader is.
  package var statusField: Int? {
    field(named: "status").flatMap { fields[$0].kind.choices.isEmpty ? nil : $0 }
  }

  /// The percentage of a book in its unfinished reading.
  package var progressField: Int? {
    related.firstIndex { if case .computed = $0.content { true } else { false } }.map { fields.count + $0 }
  }

  /// The series and the number in it, shown after a title.
  package var seriesFields: [Int] {
    guard isRead, let series = field(named: "series"), !fields[series].isHidden else { return [] }
    return [series] + [field(named: "series_number")].compactMap { $0 }
  }

  /// Fields shown in addition to the columns: after the title, or in place of empty stars.
  package func fields(besides columns: [Int]) -> [Int] {
    guard isRead, !columns.isEmpty else { return [] }
    let hasBars = [statusField, starField].allSatisfy { $0.map(columns.contains) == true }
    return (seriesFields + (hasBars ? progressField.map { [$0] } ?? [] : [])).filter { !columns.contains($0) }
  }

  /// Whether a loan should have come back before today; `due` is the value of its field.
  package func isOverdue(_ due: Value, isBack: Bool, today: CalendarDate?) -> Bool {
    guard isOfLoans, !isBack, let today, let field = field(named: "due"),
      let due = fields[field].comparedMoment(of: due)
    else { return false }
    return due.date < today
  }

  package var shelfField: Int? {
    joinedFields.first { field in
      guard case .title(let target)? = related(at: field)?.content else { return false }
      return target.table.isSameName(as: "shelf")
    }
  }
}

extension Field {
  /// Compares the column and the label, ignoring case.
  fileprivate func isCalled(_ names: String...) -> Bool {
    names.contains(column.lowercased()) || names.contains(label.lowercased())
  }
}
