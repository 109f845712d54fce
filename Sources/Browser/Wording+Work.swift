import BookStore
import MemoryPressure
import Records
import Screens

/// The sentences about what is going on, and what was done.
extension Wording {
  /// What is said, without its full stop, while another connection has locked the database.
  static let waitingForLock = "Waiting for another program"

  /// What is said, without its full stop, while a statement takes long that nothing can go on without.
  static let takesLong = "Still reading"

  /// What a background write-back is called.
  static let writingBack = "Writing back"

  /// What is said where a jump to a letter has no texts to go by.
  static let orderByTextFirst = Message("Order the list by a text first: press s.")

  /// Says where a jump to a percentage, or beyond the end, has led.
  static func landed(at place: Int, of count: Int) -> Message {
    Message("Row \(number(place + 1)) of \(number(count)).")
  }

  static let cancelled = Message("Cancelled.")

  /// Says that only the beginning of a paste was taken.
  static func pasteCut(taken: Int, leftOut: Int) -> Message {
    .problem("The paste was too long: its first \(size(taken)) came, and \(size(leftOut)) were left out.")
  }

  /// What is said where a write-back does not wait for a lock any longer.
  static let writingCancelled = Message("Cancelled. What was not written stays, and m tries again.")

  static func doing(_ kind: ListActivity.Kind, _ order: ListOrder, _ schema: Schema) -> String {
    switch kind {
    case .finding: "Finding"
    case .sorting: order.field.map { "Sorting by \(schema.fields[$0].label)" } ?? "Sorting"
    }
  }

  /// What is said of work after which the program ends.
  static func thenQuitting(_ what: String) -> String { what + ", then quitting" }

  /// Says that a field was changed.
  ///
  /// - Parameter isWritten: Whether the database has it by now.
  static func changed(_ field: Field, isWritten: Bool) -> Message {
    Message(isWritten ? "Saved \(field.label)." : "\(field.label) changed, not yet written.")
  }

  static func added(_ schema: Schema) -> Message { Message("Added the \(schema.singular).") }

  static func deleted(_ schema: Schema, otherCount: Int) -> Message {
    Message("Deleted the \(schema.singular)\(along(otherCount)).")
  }

  static func noNeighbor(_ schema: Schema, isAfter: Bool) -> Message {
    Message("This is the \(isAfter ? "last" : "first") \(schema.singular).")
  }

  /// What is said where the record on screen is not one of the list below it.
  static let noNeighbors = Message("The record was not opened from a list, and has no next one.")

  /// What is said where no list of other rows can be opened from a record.
  static let noReferences = Message("No table points to this one.")

  /// What a menu calls the rows that point to a record by a foreign key.
  static func name(of reference: Reference, in schema: Schema) -> String {
    "\(name(of: schema)) by \(reference.fields.map { schema.fields[$0].label }.joined(separator: ", "))"
  }

  static func memoryWarning(
    _ result: Dehydration, _ schema: Schema, from origin: MemoryWarning.Origin?
  ) -> Message {
    let written = count(result.writeBack.writtenCount, schema)
    let place = origin.map { " \(name(of: $0))" } ?? ""
    return Message("Memory warning\(place): wrote \(written), freed \(number(result.freedByteCount)) B.")
  }

  /// Says that a place gives no warnings.
  static func noPressure(_ path: String) -> Message {
    .problem("\(path) gives no memory warnings: it is no pressure file, FIFO or socket.")
  }

  private static func name(of origin: MemoryWarning.Origin) -> String {
    switch origin {
    case .system: "of the system"
    case .serviceManager: "of the service manager"
    case .file: "of the pressure file"
    case .signal: "by SIGUSR1"
    }
  }
}
