import Foundation

/// A run of the program in a home of its own, to its end or to that which a signal puts to it.
struct SignalledCommand {
  /// The home; the library in it is named in the environment.
  let home: String
  let arguments: [String]
  /// The file that it reads; nil is one that nobody writes to.
  var input: String? = "/dev/null"
  /// Whether nobody reads what it prints.
  var isUnread = false
  /// The signal, and when it comes.
  var signal: (number: Int32, moment: Double)?

  /// What a command ended with.
  struct End {
    /// Its exit status, or 128 and the number of the signal that ended it; nil if it did not end.
    var status: Int32?
    var said: String
    var printed: String
    /// How long it took to end, in seconds, from the signal on if there was one, without the time in which it waited for a processor.
    var seconds: Double
  }

  /// How long any command may take, in seconds, before it is killed.
  private static let limit = 60.0

  func run() throws -> End {
    let process = Process()
    let (output, errors) = (home + "/../printed", home + "/../errors")
    for file in [output, errors] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    let (unread, unwritten) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: TerminalKeys.program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: home)
    process.environment = environment
    process.standardInput = input.map { FileHandle(forReadingAtPath: $0) as Any } ?? unwritten
    process.standardOutput = isUnread ? unread : FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    let seconds = try time(process)
    let hasEnded = !process.isRunning
    let state = hasEnded ? "" : text("/proc/\(process.processIdentifier)/status")
    if !hasEnded { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let status = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    return End(
      status: hasEnded ? status : nil, said: text(errors) + Self.lines(of: state), printed: text(output),
      seconds: seconds)
  }

  private var environment: [String: String] {
    [
      "HOME": home, "BOOKLIST_FILE": home + "/library.sqlite", "TMPDIR": home + "/tmp",
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  /// Starts a process, sends the signal, and answers how long the process took to end, without the time in which it waited for a
  /// processor: beside other programs that can be seconds.
  private func time(_ process: Process) throws -> Double {
    var start = ContinuousClock.now
    try process.run()
    if let signal {
      wait(for: process, upTo: signal.moment)
      start = .now
      kill(process.processIdentifier, signal.number)
    }
    let before = delays(of: process)
    var longest = 0.0
    wait(for: process, upTo: Self.limit) {
      let waited = delays(of: process).map { $1 - before[$0, default: 0] }
      longest = max(longest, waited.max() ?? 0)
    }
    return (ContinuousClock.now - start) / .seconds(1) - longest
  }

  private func wait(for process: Process, upTo seconds: Double, body: () -> Void = {}) {
    let end = ContinuousClock.now + .seconds(seconds)
    while process.isRunning, ContinuousClock.now < end {
      body()
      usleep(500)
    }
  }

  /// How long each thread of a process has waited for a processor, in seconds (proc_pid_schedstat(5)); empty on other systems.
  private func delays(of process: Process) -> [String: Double] {
    let folder = "/proc/\(process.processIdentifier)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let delays = threads.map { thread in
      let fields = text("\(folder)/\(thread)/schedstat").split(separator: " ")
      return (thread, fields.count > 1 ? (Double(fields[1]) ?? 0) / 1e9 : 0)
    }
    return Dictionary(delays) { first, _ in first }
  }

  /// The lines of a process's state that tell why it has not ended; a zombie has, and nobody has noticed.
  private static func lines(of state: String) -> String {
    let names = ["State:", "Threads:", "SigPnd:", "ShdPnd:", "SigBlk:", "SigCgt:"]
    return state.split(separator: "\n").filter { line in names.contains { line.hasPrefix($0) } }
      .map { " " + $0.replacing("\t", with: " ") }.joined()
  }

  private func text(_ file: String) -> String {
    String(decoding: (try? Data(contentsOf: URL(filePath: file))) ?? Data(), as: UTF8.self)
  }
}
