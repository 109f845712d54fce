/// A command that gets a signal, and what may be left of it.
struct SignalledScene: Sendable {
  /// The words after the program's name; the library is named in the environment.
  let arguments: [String]
  /// What is left once it has ended.
  let rest: Rest
  /// The commands that come before it, from which the library gets steps to tell of and to undo.
  let steps: [String]
  /// What another program does to the library after that.
  let sql: String
  /// The file that the command reads; nil is one without anything in it.
  let input: String?
  private let traits: Traits

  /// What is left once the command has ended.
  enum Rest {
    /// The library as it was.
    case unchanged
    /// The library as it was if it ended by the signal, or else with everything done.
    case allOrNothing
    /// Some of the rows, which the message and the history count.
    case wholeRows
    /// The file `output`, whole or not at all.
    case output
    /// The same, but with other bytes each time.
    case newOutput
    /// Some of the rows of a step undone or redone: the same command does the rest, and another one the opposite of it.
    case reversal(opposite: String)
  }

  /// What keeps a command from ending by itself.
  struct Traits: OptionSet {
    let rawValue: Int

    /// It has more to do than anybody waits for.
    static let endless = Traits(rawValue: 1)
    /// Another program has the library locked.
    static let locked = Traits(rawValue: 2)
    /// Nobody writes what it reads.
    static let unwritten = Traits(rawValue: 4)
    /// Nobody reads what it prints.
    static let unread = Traits(rawValue: 8)
  }

  init(
    _ words: String, _ rest: Rest = .unchanged, after steps: [String] = [], sql: String = "",
    input: String? = nil, while traits: Traits = []
  ) {
    arguments = words.split(separator: " ").map(String.init)
    (self.rest, self.steps, self.sql, self.input, self.traits) = (rest, steps, sql, input, traits)
  }

  /// What it is called where something is wrong.
  var name: String {
    let marks: [(Traits, String)] = [
      (.locked, "locked"), (.unwritten, "unwritten"), (.unread, "unread"), (.endless, "endless"),
    ]
    return arguments.joined(separator: " ")
      + marks.filter { traits.contains($0.0) }.map { " (\($0.1))" }.joined()
  }

  /// Whether the command never ends by itself.
  var isEndless: Bool { !traits.isEmpty }
  /// Whether another program has the library locked.
  var isLocked: Bool { traits.contains(.locked) }
  /// Whether nobody writes what the command reads.
  var isUnwritten: Bool { traits.contains(.unwritten) }
  /// Whether nobody reads what the command prints.
  var isUnread: Bool { traits.contains(.unread) }
  /// How it may end without a signal: what `demo compare` claims of times need not hold on a busy machine.
  var statuses: [Int32] { arguments.starts(with: ["demo", "compare"]) ? [0, 1] : [0] }
  /// Whether it says on standard output what it has done.
  var answers: Bool { arguments == ["mcp"] }
  var hasOutput: Bool {
    switch rest {
    case .output, .newOutput: true
    default: false
    }
  }
}
