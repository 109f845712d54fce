import BookStore
import Screens
import Transfers

/// Prints rows as a table for people, as they are read.
struct RowTable {
  private let schema: Schema
  private let options: ExportOptions

  init(_ schema: Schema, _ options: ExportOptions) { (self.schema, self.options) = (schema, options) }

  func print(_ store: BookStore) throws(StoreError) {
    let exporter = try Exporter(of: store, options: options)
    let keyCount = exporter.columns.count - exporter.fields.count
    let areNumbers =
      Array(repeating: schema.key.isInteger, count: keyCount) + exporter.fields.map(\.kind.holdsNumbers)
    var rows = RowOutput(.table, exporter.columns, areNumbers: areNumbers)
    let fields = exporter.fields
    try exporter.forEachRow { values throws(StoreError) in
      let cells = values.enumerated().map { place, value in
        Self.text(of: value, in: place < keyCount ? nil : fields[place - keyCount])
      }
      try rows.add([], cells)
    }
    try rows.finish()
  }

  static func text(of value: Value, in field: Field?) -> String {
    switch value {
    case .null: "–"
    case .blob(let bytes): Wording.bytes(bytes.count)
    case .text(let text) where text.bytes.isEmpty: "\"\""
    default: field?.text(of: value) ?? value.plainText ?? ""
    }
  }
}
