import Cells
import Records

enum TableFieldWording {
  static let fieldName = "Name"

  static let fieldChoices = "Choices, separated by commas"

  static func fieldsHeading(_ schema: Schema) -> String { "Fields of \(schema.table)" }

  static func fieldTypeHeading(_ name: String) -> String { "What does \(name) hold?" }

  static func kind(of field: Field) -> String {
    let marks = [field.isGenerated ? "computed" : nil, field.isRequired ? "required" : nil]
    return ([field.kind.name] + marks.compactMap(\.self)).joined(separator: ", ")
  }

  static func fieldNameTaken(_ name: String) -> Message {
    .problem("The field “\(name)” already exists. Choose another name.")
  }
}
