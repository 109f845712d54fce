import ArgumentParser
import Browser
import Records
import Screens

/// The rows whose fields refuse a command's value because of what they hold.
struct RowRefusals {
  private var first: [(id: RecordID, error: FieldError, field: Int)] = []
  private var ids: Set<RecordID> = []

  /// How many of them are named.
  private static let namedCount = 5

  var isEmpty: Bool { ids.isEmpty }

  func contains(_ id: RecordID) -> Bool { ids.contains(id) }

  mutating func note(_ id: RecordID, _ error: FieldError, _ field: Int) {
    guard ids.insert(id).inserted else { return }
    if first.count < Self.namedCount { first.append((id, error, field)) }
  }

  /// Names them on standard error, with the reasons.
  ///
  /// - Throws: The exit status if no row accepts the value.
  func say(_ schema: Schema, isAll: Bool) throws {
    for (id, error, field) in first {
      StandardError.say(
        "\(KeyText.text(of: id)): \(FieldWording.problem(error, in: schema.fields[field]).text)")
    }
    if ids.count > first.count { StandardError.say("…and \(Wording.number(ids.count - first.count)) more.") }
    if isAll, !isEmpty { throw ExitCode.validationFailure }
  }
}
