import Platform
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
