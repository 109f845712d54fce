import Platform
import TestSupport
import Testing

@Suite("Processes, threads and bytes") struct ProcessTests {
  /// What a command of the shell puts out, and how it ends.
  private func run(_ command: String, _ input: [UInt8] = []) throws -> (output: [UInt8], status: Int32) {
    let (ours, theirs) = (try PipeEnds(), try PipeEnds())
    defer { close(theirs.reading) }
    let process = try SpawnedProcess("/bin/sh", ["-c", command], input: ours.reading, output: theirs.writing)
    close(ours.reading)
    close(theirs.writing)
    try DescriptorBytes.writeAll(input, to: ours.writing)
    close(ours.writing)
    let output = try DescriptorBytes.readAll(theirs.reading)
    return (output, process.wait())
  }

  @Test("A program gets its input, the variables and a group of its own, and its output and status come back")
  func exchange() throws {
    let echo = try run("cat; exit 3", Array("hello".utf8))
    #expect(echo.output == Array("hello".utf8))
    #expect(echo.status == 3 << 8)
    let home = try #require(Environment.value("PATH"))
    #expect(try run("printf %s \"$PATH\"").output == Array(home.utf8))
    #expect(try run("kill -9 0").status == SIGKILL)
  }

  @Test("A program begins with no signal ignored") func signals() throws {
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    #expect(try run("kill -PIPE $$; echo left").status == SIGPIPE)
  }

  /// A command of the shell that is talked to by turns.
  private func shell(
    _ command: String, limit: Duration = patience, isCancelled: @escaping () -> Bool = { false }
  )
    throws -> PipedProgram
  {
    try PipedProgram(
      "/bin/sh", ["-c", command], variables: ["PATH": "/usr/bin:/bin", "WORD": "hello"], limit: limit,
      isCancelled: isCancelled)
  }

  @Test("A program is talked to by turns, and what it says besides is kept") func turns() throws {
    let program = try shell("while read word; do echo \"$WORD $word\"; done; echo bad >&2; exit 3")
    for word in ["a", "b"] {
      try program.put(Array("\(word)\n".utf8))
      #expect(try program.get() == Array("hello \(word)\n".utf8))
    }
    program.closeInput()
    #expect(try program.get().isEmpty)
    #expect(try program.finish() == 3 << 8)
    #expect(program.errors == Array("bad\n".utf8))
  }

  @Test("A program that says more than a pipe holds does not block, and the end is kept") func manyErrors()
    throws
  {
    let program = try shell("yes bad | head -n 50000 >&2; echo end >&2; cat")
    try program.put([65])
    program.closeInput()
    #expect(try program.get() == [65])
    #expect(try program.finish() == 0)
    #expect(program.errors.suffix(8) == Array("bad\nend\n".utf8))
  }

  @Test("Waiting for a program ends when it is cancelled or too late, and then the program does, too")
  func cancelled() throws {
    var isCancelled = false
    let program = try shell("trap '' TERM; echo started; while :; do sleep 1; done") { isCancelled }
    #expect(try program.get() == Array("started\n".utf8))
    isCancelled = true
    #expect(throws: SystemError(EINTR)) { try program.get() }
    #expect(program.stop() == SIGKILL)
    let late = try shell("sleep 1000", limit: .milliseconds(20))
    #expect(throws: SystemError(ETIMEDOUT)) { try late.finish() }
    #expect(late.stop() == SIGTERM)
  }

  @Test("Writing to a program that has ended fails") func closedPipe() throws {
    let program = try shell("exit 0")
    #expect(throws: SystemError(EPIPE)) {
      while true { try program.put([UInt8](repeating: 0, count: 1 << 16)) }
    }
    #expect(try program.finish() == 0)
  }

  @Test("A program that is not there is refused with its path") func missing() throws {
    let ends = try PipeEnds()
    defer { ends.shut() }
    #expect(throws: SystemError(ENOENT, path: "/nowhere/program")) {
      _ = try SpawnedProcess("/nowhere/program", [], input: ends.reading, output: ends.writing)
    }
  }

  @Test("No more is read than is wanted, and what is not open is refused") func bytes() throws {
    let ends = try PipeEnds()
    try DescriptorBytes.writeAll([1, 2, 3, 4], to: ends.writing)
    #expect(try DescriptorBytes.readAll(ends.reading, upTo: 3) == [1, 2, 3])
    ends.shut()
    #expect(throws: SystemError(EBADF)) { try DescriptorBytes.writeAll([1], to: -1) }
    #expect(throws: SystemError(ENOENT, path: "/nowhere")) { try DescriptorBytes.readAll("/nowhere") }
  }

  @Test("A thread does its work, with the stack and the name that were asked for") func thread() throws {
    let ends = try PipeEnds()
    defer { close(ends.reading) }
    SystemThread.start("some name", stackSize: 8 << 20) {
      let name = try? DescriptorBytes.readAll("/proc/thread-self/comm")
      try? DescriptorBytes.writeAll(name ?? Array("some name\n".utf8), to: ends.writing)
      close(ends.writing)
    }
    #expect(try DescriptorBytes.readAll(ends.reading) == Array("some name\n".utf8))
  }
}
