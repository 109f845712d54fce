import Records
import SQLite

/// Finds the fields of a table whose values come from rows of other tables, by following the foreign keys.
struct RelatedFieldReader {
  private static let tableLimit = 64

  let database: Database
  let schema: Schema

  /// Fields of rows that point to the table come first; reads all foreign keys with one statement.
  func fields() throws(StoreError) -> [RelatedField] {
    guard schema.source == .table else { return [] }
    var fields: [RelatedField] = []
    for entry in try database.tables(pointingTo: schema.table).prefix(Self.tableLimit) {
      guard let rows = try readable(entry.id) else { continue }
      // A foreign key may be declared twice.
      var references: [Reference] = []
      for reference in rows.references where reference.table.isSameName(as: schema.table) {
        if !references.contains(reference) { references.append(reference) }
      }
      for reference in references {
        let name =
          references.count == 1 ? rows.table : "\(rows.table)(\(rows.fields[reference.fields[0]].column))"
        fields += try self.fields(of: rows, by: reference, name)
      }
    }
    for reference in schema.references { fields += try fieldsOfTarget(reference) }
    return distinct(fields)
  }

  private func readable(_ table: TableID) throws(StoreError) -> Schema? {
    do throws(StoreError) {
      return try database.schema(of: table)
    } catch {
      if error == .busy || error == .interrupted { throw error }
      return nil
    }
  }

  /// Fields of two joining tables that lead to the same table are qualified by the joining table.
  private func distinct(_ fields: [RelatedField]) -> [RelatedField] {
    let counts = Dictionary(fields.map { ($0.field.column.lowercased(), 1) }, uniquingKeysWith: +)
    return fields.map { field in
      guard case .title = field.content, counts[field.field.column.lowercased()] != 1 else { return field }
      var named = field
      named.field.column = "\(field.table).\(field.columns.joined(separator: ".")).\(field.field.column)"
      named.field.label += " · \(field.table)"
      return named
    }
  }

  private func fields(
    of rows: Schema, by reference: Reference, _ name: String
  ) throws(StoreError) -> [RelatedField] {
    let isIndexed = try database.isIndexed(reference, of: rows)
    func related(_ field: Field, _ part: RelatedField.Part, _ content: RelatedField.Content) -> RelatedField {
      RelatedField(
        field: field, part: part, content: content, table: rows.table,
        columns: reference.fields.map { rows.fields[$0].column }, targets: reference.columns,
        isIndexed: isIndexed)
    }
    let others = rows.references.filter { $0 != reference }
    var fields: [RelatedField] = []
    if rows.isJoining, let other = others.first, let joined = try title(of: other, of: rows) {
      fields.append(
        related(Field(joined.schema.table, joined.schema.name, .text), .all, .title(joined.target)))
    } else {
      fields.append(related(Field(name, rows.name, .integer), .number, .row))
      fields.append(related(Field(name + ".count", rows.name, .integer), .count, .row))
    }
    let hidden = Set(reference.fields + others.flatMap(\.fields) + [rows.keyField].compactMap(\.self))
    for index in rows.fields.indices where !hidden.contains(index) && !rows.fields[index].kind.isBytes {
      let content = RelatedField.Content.column(rows.fields[index].column)
      for (part, field) in Self.parts(of: rows.fields[index], name) {
        fields.append(related(field, part, content))
      }
    }
    if isIndexed, let percentage = try percentage(of: rows, by: reference) {
      fields.append(related(Field("\(name).progress", "Progress", .integer), .last, .computed(percentage)))
    }
    return fields
  }

  private func percentage(of rows: Schema, by reference: Reference) throws(StoreError) -> String? {
    guard schema.isRead, rows.table.isSameName(as: "reading"), rows.field(named: "progress") == nil,
      let entry = database.entry(named: "progress"), try readable(entry.id) != nil
    else { return nil }
    return try ProgressReader(database).percentage(of: rows, by: reference, to: schema)
  }

  private static func parts(of field: Field, _ name: String) -> [(RelatedField.Part, Field)] {
    func named(_ suffix: String, _ label: String, _ kind: Field.Kind? = nil) -> Field {
      var named = Field("\(name).\(field.column)\(suffix)", label, kind ?? field.kind)
      if kind == nil { (named.affinity, named.zeroIsNever) = (field.affinity, field.zeroIsNever) }
      return named
    }
    var parts: [(RelatedField.Part, Field)] = [(.all, named("", field.label))]
    if field.kind.isDated {
      parts.append((.first, named(".first", "First \(field.label.lowercased())")))
      parts.append((.last, named(".last", "Last \(field.label.lowercased())")))
    } else if field.kind.holdsNumbers {
      if field.kind != .rating { parts.append((.sum, named(".sum", "\(field.label), sum"))) }
      parts.append((.average, named(".average", "\(field.label), average", .decimal)))
    }
    return parts
  }

  private func fieldsOfTarget(_ reference: Reference) throws(StoreError) -> [RelatedField] {
    guard reference.fields.count == reference.columns.count,
      let (target, schema) = try title(of: reference, of: schema)
    else { return [] }
    let (name, label) = (
      self.schema.fields[reference.fields[0]].column, self.label(of: self.schema.fields[reference.fields[0]])
    )
    let hidden = Set([schema.keyField].compactMap(\.self) + schema.references.flatMap(\.fields))
    let isIndexed = schema.hasUnique(reference.columns)
    let shown = schema.fields.indices.filter { !hidden.contains($0) && !schema.fields[$0].kind.isBytes }
    return shown.map { index in
      var field = schema.fields[index]
      let own = Field("\(name).\(field.column)", "\(label): \(field.label.lowercased())", field.kind)
      (field.column, field.label, field.isGenerated) = (own.column, own.label, true)
      (field.isRequired, field.isUnique, field.isHidden) = (false, false, false)
      let isTitle = reference.fields.count == 1 && schema.titleFields == [index]
      if isTitle { field.label = label }
      var related = RelatedField(
        field: field, part: .single, content: .column(schema.fields[index].column), table: target.table,
        columns: target.targets, targets: target.columns, isIndexed: isIndexed)
      related.reference = isTitle ? reference.fields[0] : nil
      return related
    }
  }

  /// The label of a reference over titles: `Artist id` holds keys, and `Artist` their names.
  private func label(of field: Field) -> String {
    let label = field.label.lowercased().hasSuffix(" id") ? String(field.label.dropLast(3)) : field.label
    return schema.fields.contains { $0.label == label } ? field.label : label
  }

  private func title(
    of reference: Reference, of schema: Schema
  ) throws(StoreError) -> (target: RelatedField.Target, schema: Schema)? {
    guard let entry = database.entry(named: reference.table), let target = try readable(entry.id)
    else { return nil }
    return (
      RelatedField.Target(
        table: target.table, columns: reference.fields.map { schema.fields[$0].column },
        targets: reference.columns, titles: target.titleFields.map { target.fields[$0].column }), target
    )
  }
}

extension Schema {
  fileprivate func hasUnique(_ columns: [String]) -> Bool {
    func isSame(_ names: [String]) -> Bool {
      Set(names.map { $0.lowercased() }) == Set(columns.map { $0.lowercased() })
    }
    return isSame(key.columns) || uniqueKeys.contains { isSame($0.fields.map { fields[$0].column }) }
  }
}

extension Field {
  fileprivate init(_ column: String, _ label: String, _ kind: Kind) {
    self.init(column: column, label: label, kind: kind, isGenerated: true)
  }
}
