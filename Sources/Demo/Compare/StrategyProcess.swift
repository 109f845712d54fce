import Platform

final class StrategyProcess {
  private(set) var figures = StrategyFigures()
  private(set) var hasEnded = false

  private let process: SpawnedProcess
  private let output: Int32
  private var rest: [UInt8] = []

  init(_ program: String, _ arguments: [String]) throws(SystemError) {
    let pipe = try PipeEnds()
    defer { close(pipe.writing) }
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(null) }
    do throws(SystemError) {
      process = try SpawnedProcess(
        program, arguments, input: null, output: pipe.writing, keepsErrors: true)
    } catch {
      close(pipe.reading)
      throw error
    }
    output = pipe.reading
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
  }

  deinit {
    if !hasEnded {
      process.killGroup()
      _ = process.wait()
    }
    close(output)
  }

  /// Never waits.
  func takeOutput() {
    var part = [UInt8](repeating: 0, count: 4_096)
    while !hasEnded {
      let count = read(output, &part, part.count)
      guard count > 0 else {
        if count == 0 { end() }
        return
      }
      rest += part.prefix(count)
      takeLines()
    }
  }

  private func takeLines() {
    while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
      if let figures = StrategyFigures(line: String(decoding: rest[..<newline], as: UTF8.self)) {
        self.figures = figures
      }
      rest.removeSubrange(...newline)
    }
  }

  private func end() {
    hasEnded = true
    _ = process.wait()
  }
}
