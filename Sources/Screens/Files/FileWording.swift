import Cells
import Records

/// Words of the screens about files and imports.
public enum FileWording {
  /// A number of bytes in short form: `312 B`, `48 KB`, `3.2 MB`.
  package static func size(_ byteCount: Int) -> String {
    let text = Wording.bytes(byteCount)
    guard let point = text.firstIndex(of: "."), text[point...].hasPrefix(".0") else { return text }
    return String(text[..<point] + text[point...].dropFirst(2))
  }

  package static let emptyFolder = "Nothing to show here. Press . to show hidden entries."
  package static let unknownPicture = Message(
    "That file is not in a known picture format; it was stored as it is.")

  // MARK: - The plan of an import

  package static func line(_ way: ImportWay, of plan: ImportPlan) -> String {
    switch way {
    case .newLibrary: "Make a new library of books from this file, which keeps all of it"
    case .addingFields:
      "Add \(plan.statements.count == 1 ? "a field" : "\(plan.statements.count) fields") to “\(plan.schema.table)”,"
        + " and import"
    case .fitting: plan.ways.count == 1 ? "Import the rows as planned" : "Import only what fits"
    }
  }

  package static let nothingToImport = "There is nothing to import"

  package static func columnsHeading(hasFields: Bool) -> String {
    "Columns of the file, \(hasFields ? "their fields, and" : "with") their first values"
  }

  package static func columnHeading(_ name: String) -> String {
    "Which field takes “\(Wording.shortened(name, to: 30))”?"
  }

  package static let leftOut = "left out"

  package static func destination(of column: ImportPlan.Column) -> String {
    column.field ?? (column.isOfFormat ? "read by the format" : leftOut)
  }

  package static func isOfFormat(_ name: String) -> Message {
    Message("The reader of this format knows what “\(Wording.shortened(name, to: 30))” means.")
  }
}
