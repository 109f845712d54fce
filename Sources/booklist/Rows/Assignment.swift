import BookStore
import Platform
import Records
import Screens

/// A field and the value that it is to get, as the commands take it: `FIELD=VALUE`, `FIELD:null`, or `FIELD@FILE`.
struct Assignment {
  let field: Int
  let value: Value

  /// Reads an argument; nil if it names no field, so that it is something else.
  ///
  /// - Throws: `CommandFailure` for a value that the field cannot hold, or a file that cannot be read.
  init?(_ argument: String, _ schema: Schema) throws {
    guard let (field, rest) = Self.field(argument, schema) else { return nil }
    self.field = field
    value = try Self.value(rest, schema.fields[field])
  }

  /// The field whose name the argument begins with, the longest that fits, and what stands behind the name.
  private static func field(_ argument: String, _ schema: Schema) -> (Int, Substring)? {
    let lowercased = argument.lowercased()
    var found: (field: Int, length: Int)?
    for (index, field) in schema.fields.enumerated() {
      for name in [field.column, field.label] where lowercased.hasPrefix(name.lowercased()) {
        let rest = argument.dropFirst(name.count)
        let isAssignment = rest.first == "=" || rest.first == "@" || rest.lowercased() == ":null"
        if isAssignment, name.count > found?.length ?? -1 { found = (index, name.count) }
      }
    }
    return found.map { ($0.field, argument.dropFirst($0.length)) }
  }

  private static func value(_ rest: Substring, _ field: Field) throws -> Value {
    let text = String(rest.dropFirst())
    switch rest.first {
    case ":": return .null
    case "@": return try value(ofFile: text, field)
    default: return try value(typed: text, field)
    }
  }

  /// A text as the field takes it: exactly as it stands where it holds texts, and otherwise as it is typed in a form.
  static func value(typed text: String, _ field: Field) throws -> Value {
    if text.isEmpty || field.kind.isText { return Value.text(Text(text)).stored(in: field.affinity) }
    do throws(FieldError) {
      return try field.value(of: text, replacing: .null)
    } catch {
      let expected = Wording.problem(error, in: field).text
      throw CommandFailure("\(expected) Not set: \(field.column)=\(Wording.shortened(text, to: 40))")
    }
  }

  private static func value(ofFile path: String, _ field: Field) throws -> Value {
    do {
      let bytes = try path == "-" ? StandardInput.readAll() : DescriptorBytes.readAll(path)
      return field.kind.isBytes ? .blob(bytes) : Value.text(Text(bytes: bytes)).stored(in: field.affinity)
    } catch let error as SystemError {
      throw CommandFailure(
        "Cannot read \(path): \(String(cString: strerror(error.number))).", CommandStatus.noInput)
    }
  }
}
