import Formats
import Platform
import Queries
import Records
import Screens

/// A field and its new value, as the commands take it: `FIELD=VALUE`, `FIELD:null`, or `FIELD@FILE`.
struct Assignment {
  let field, nameLength: Int
  private let input: Input

  private enum Input {
    case value(Value)
    /// A text as typed in a form, which may mean a different value in each row.
    case typed(String, Field)
  }

  /// Parses an argument; nil if it does not name a field, and so means something else.
  init?(_ argument: String, _ schema: Schema) throws {
    guard let (field, rest) = Self.field(argument, schema) else { return nil }
    (self.field, nameLength) = (field, argument.count - rest.count)
    input = try Self.input(rest, schema.fields[field])
  }

  /// - Throws: `CommandFailure` for a partial value, which needs an old one to complete it.
  func newValue() throws -> Value {
    switch input {
    case .value(let value): return value
    case .typed(let text, let field):
      do throws(FieldError) {
        return try field.value(of: text, replacing: .null)
      } catch { throw Self.failure(error, text, field) }
    }
  }

  /// The field that the argument starts with, by the longest matching name, and the rest after the name.
  private static func field(_ argument: String, _ schema: Schema) -> (field: Int, rest: Substring)? {
    schema.field(beginning: argument, among: schema.fields.indices) {
      $0.first == "=" || $0.first == "@" || $0.lowercased() == ":null" ? $0 : nil
    }
  }

  private static func input(_ rest: Substring, _ field: Field) throws -> Input {
    let text = String(rest.dropFirst())
    switch rest.first {
    case ":": return .value(.null)
    case "@": return .value(try value(ofFile: text, field))
    default: return try input(typed: text, field)
    }
  }

  /// The text unchanged for text fields, otherwise parsed as typed in a form.
  private static func input(typed text: String, _ field: Field) throws -> Input {
    do throws(FieldError) {
      if text.isEmpty || field.kind.isText { return .value(try field.storedText(text)) }
      let text = try field.dated(text, today: .today)
      do throws(FieldError) {
        _ = try field.value(of: text, replacing: .null)
      } catch {
        // A time of day is enough if the field has a date already.
        if error != .noDate { throw error }
      }
      return .typed(text, field)
    } catch { throw failure(error, text, field) }
  }

  private static func failure(_ error: FieldError, _ text: String, _ field: Field) -> CommandFailure {
    let expected = FieldWording.problem(error, in: field).text
    return CommandFailure("\(expected) Not set: \(field.column)=\(Wording.shortened(text, to: 40))")
  }

  /// A value of a new row given as JSON: a text counts as typed, and a number as its digits.
  static func value(ofInput value: Value, _ field: Field) throws -> Value {
    let isKept =
      if case .text = value { field.kind.isBytes } else { !field.kind.holdsNumbers && field.kind != .boolean }
    guard !isKept, !value.isBytes, let text = value.plainText else { return value.stored(in: field.affinity) }
    let assignment = Assignment(field: 0, input: try input(typed: text, field))
    return try assignment.newValue()
  }

  private init(field: Int, input: Input) { (self.field, self.input, nameLength) = (field, input, 0) }

  var rule: FieldRule {
    switch input {
    case .value(let value): FieldRule(field: field, rule: .value(value))
    case .typed(let text, _): FieldRule(field: field, rule: .typed(text))
    }
  }

  private static func value(ofFile path: String, _ field: Field) throws -> Value {
    do {
      let bytes = try StandardInput.readAll(path)
      return field.kind.isBytes ? .blob(bytes) : Value.text(Text(bytes: bytes)).stored(in: field.affinity)
    } catch let error as SystemError {
      throw CommandFailure(
        "Cannot read \(path): \(String(cString: strerror(error.number))).", CommandStatus.noInput)
    }
  }
}

extension Assignment {
  /// - Parameter besides: What else the argument cannot be.
  static func failure(of argument: String, _ schema: Schema, besides: String = "") -> CommandFailure {
    if let end = argument.firstIndex(of: "="), end > argument.startIndex {
      let written = String(argument[..<end].reversed().drop { ":+-".contains($0) }.reversed())
      if schema.joinedFields.contains(where: { schema.field(at: $0).column.isSameName(as: written) }) {
        return CommandFailure(
          "“\(written)” is a list of rows: \(written)+=new adds one, \(written)-=old removes one, \(written):old=new renames one."
        )
      }
      let name = Wording.shortened(written, to: 40)
      return CommandFailure("“\(schema.table)” has no field “\(name)”. Its fields are \(names(schema)).")
    }
    let shown = Wording.shortened(argument, to: 40)
    return CommandFailure("“\(shown)” is not <field>=<value>\(besides). The fields are \(names(schema)).")
  }

  static func missing(_ schema: Schema) -> CommandFailure {
    CommandFailure("Name what to set, as <field>=<value>. The fields are \(names(schema)).")
  }

  private static func names(_ schema: Schema) -> String {
    schema.fields.map(\.column).joined(separator: ", ")
  }
}
