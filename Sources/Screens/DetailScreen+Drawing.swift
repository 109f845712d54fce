import Cells
import Records

/// What is drawn of the record, and what of it is in sight.
extension DetailScreen {
  var bar: Bar? { bar(isReadOnly: isReadOnly) }

  func bar(isReadOnly: Bool) -> Bar? {
    let title = record.map { schema.title(of: $0.shownValues) } ?? title
    return Bar(
      left: .init(isEditing ? "" : Wording.back(to: Wording.name(of: schema))),
      title: Wording.title(title, schema),
      right: .init(isReadOnly ? Wording.readOnlySign : isEditing ? "Done" : "Edit", isEnabled: !isReadOnly))
  }

  func draw(on frame: inout Frame, layout: Layout) {
    guard let record else { return }
    list(record, layout).draw(on: &frame, layout: layout, top: shownTop(record, layout))
  }

  /// The fields with what is chosen of them: a field while editing, else the link that Enter follows.
  func list(_ record: RecordSnapshot, _ layout: Layout) -> FieldList {
    var list = plainList(record, layout)
    list.selected = isEditing ? selected : chosenLink(layout).map { record.links[$0].field }
    return list
  }

  private func plainList(_ record: RecordSnapshot, _ layout: Layout) -> FieldList {
    let drawn = requests(record, layout).compactMap { request in
      pictures[request].flatMap { $0 }.map { (request.field, $0) }
    }
    let blobs = schema.fields.indices.compactMap { field in blob(record, field).map { (field, $0) } }
    let notes = record.large.compactMap { large in
      note(on: large.value, large.index, layout).map { (large.index, $0) }
    }
    return FieldList(
      fields: schema.fields, values: record.shownValues, links: isEditing ? [] : record.links,
      conflicts: record.conflicts,
      blobs: Dictionary(uniqueKeysWithValues: blobs), notes: Dictionary(uniqueKeysWithValues: notes),
      pictures: Dictionary(uniqueKeysWithValues: drawn))
  }

  /// What is said below a text that is cut: how long it is, and how the rest can be seen if it can.
  private func note(on large: LargeValue, _ field: Int, _ layout: Layout) -> String? {
    guard large.isText else { return nil }
    let isEditable =
      !isReadOnly && !layout.isReadOnly && isTyped(field)
      && large.byteCount <= Self.editedByteCount
    return Wording.cutText(large.byteCount, isEditable: isEditable)
  }

  /// What is said of a field that holds bytes.
  func blob(_ record: RecordSnapshot, _ field: Int) -> BlobSummary? {
    guard var blob = BlobSummary(record, field) else { return nil }
    if let info = infos[field] { blob.info = info }
    return blob
  }

  /// The pictures of the record, at the size that there is room for.
  private func requests(_ record: RecordSnapshot, _ layout: Layout) -> [PictureRequest] {
    let room = FieldList.pictureRoom(layout)
    return schema.fields.indices.compactMap { field in
      guard let info = BlobSummary(record, field)?.info else { return nil }
      return PictureRequest(id: id, field: field, pixels: info.size, room: room, version: version)
    }
  }

  /// The first picture in sight that nobody has tried to draw.
  func wantedPicture(_ layout: Layout) -> PictureRequest? {
    guard let record else { return nil }
    let missing = requests(record, layout).filter { pictures[$0] == nil }
    guard !missing.isEmpty else { return nil }
    let (list, top) = (plainList(record, layout), shownTop(record, layout))
    return missing.first { list.isVisible($0.field, layout: layout, top: top) }
  }

  /// The link that Enter follows, by its place among the links: of those in sight the one next to the last that was chosen.
  func chosenLink(_ layout: Layout) -> Int? {
    guard !isEditing, let record else { return nil }
    return visibleLinks(record, layout).min { abs($0 - link) < abs($1 - link) }
  }

  func visibleLinks(_ record: RecordSnapshot, _ layout: Layout) -> [Int] {
    guard !record.links.isEmpty else { return [] }
    let (list, top) = (plainList(record, layout), shownTop(record, layout))
    return record.links.indices.filter { list.isVisible(record.links[$0].field, layout: layout, top: top) }
  }

  /// The first line that is shown: of a chosen field all is in sight, but no link draws the view to itself.
  func shownTop(_ record: RecordSnapshot, _ layout: Layout) -> Int {
    (isEditing ? list(record, layout) : plainList(record, layout)).top(from: top, layout: layout)
  }
}
