import Cells
import Platform
import Screens

enum OwnCommandWording {
  static func sentence(_ error: OwnCommandError, _ name: String) -> String {
    switch error {
    case .noProgram(let word):
      "There is no program “\(word)”. Check run in [commands.\(name)] of the settings."
    case .severalRows: "\(name) takes one row, because its arguments name a field. Select one, and mark none."
    case .noField(let field, let table): "“\(table)” has no field “\(field)”, which \(name) needs."
    case .noValue(let label): "The row has no \(label), which \(name) needs."
    case .otherTable: "\(name) changes rows of the list. Run it in the list of this row's table."
    case .notStarted(let reason): "\(name) could not be started: \(reason)."
    case .store(let error): StoreWording.sentence(error)
    }
  }

  static func running(_ name: String) -> String { "Running \(name)" }

  /// The message after a program that had the screen; nil if it succeeded.
  static func ended(_ end: ProgramEnd, _ name: String) -> Message? {
    switch end {
    case .exited(0): nil
    case .exited(let status): .problem("\(name) ended with status \(status).")
    case .signalled(let number): .problem("Signal \(number) ended \(name).")
    case .notStarted(let number): .problem(sentence(.notStarted(SystemError(number).reason), name))
    }
  }

  static func ended(_ outcome: ProgramRun.Outcome, _ name: String, hasNoRows: Bool) -> Message {
    if outcome.isTooLong { return .problem("\(name) printed too much, and was ended.") }
    let line = lastLine(of: outcome.output)
    switch outcome.exitStatus {
    case 0?: return Message(hasNoRows ? "\(name) gave no rows." : line ?? "\(name) is done.")
    case let status?:
      let said = lastLine(of: outcome.errors) ?? line
      return .problem("\(name) ended with status \(status)" + (said.map { ": \($0)" } ?? "."))
    case nil: return .problem("Signal \(outcome.signal) ended \(name).")
    }
  }

  private static func lastLine(of bytes: [UInt8]) -> String? {
    let end = String(decoding: bytes.suffix(4_096), as: UTF8.self)
    let line = end.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
    return line.map { Wording.shortened(String($0), to: 200) }
  }
}
