import Cells
import Recording
import TestSupport
import Testing

@Suite("A terminal that records") final class RecordingTerminalTests {
  private let inner = QueuedTerminal(columns: 20, rows: 6)
  private var lines: [String] = []
  private var problem: String?
  private var time = Duration.zero

  private func recorder() -> RecordingTerminal {
    let sink = RecordingTerminal.Sink(title: "t", date: 1) { [unowned self] line in
      lines.append(line)
      return problem
    }
    return RecordingTerminal(
      over: inner, styles: [:], to: sink, clock: { [unowned self] in time })
  }

  private func frame(_ text: String, columns: Int = 20, row: Int = 0) -> Frame {
    var frame = Frame(size: Size(columns: columns, rows: 6))
    frame.write(text, at: Position(column: 0, row: row), role: .content)
    return frame
  }

  @Test("Each line is written at once: a header, frames that differ, sizes, marks") func events() {
    let recorder = recorder()
    recorder.draw(frame("one"))
    #expect(lines.count == 2 && lines[0].hasPrefix("{\"version\":2,\"width\":20,\"height\":6,"))
    #expect(lines[1].hasPrefix("[0.000,\"o\",") && lines[1].contains("one"))
    recorder.draw(frame("one"))
    #expect(lines.count == 2)
    time = .milliseconds(1_500)
    recorder.mark("next")
    #expect(lines.count == 2)
    recorder.rest(.seconds(3))
    recorder.draw(frame("two", columns: 10))
    #expect(lines[2] == "[4.500,\"r\",\"10x6\"]\n")
    #expect(lines[3].hasPrefix("[4.500,\"o\",") && lines[3].contains("two"))
    #expect(lines[4...] == ["[4.500,\"m\",\"next\"]\n"])
    #expect(inner.frame == frame("two", columns: 10))
  }

  @Test(
    "If a line cannot be written, that is said until the next key, nothing more is written, and all else goes on"
  )
  func failure() {
    let recorder = recorder()
    recorder.draw(frame("one"))
    problem = "No room."
    recorder.draw(frame("two"))
    let count = lines.count
    #expect(inner.frame?.textPlane.contains("two") == true)
    #expect(inner.frame?.textPlane.contains("No room.") == true)
    inner.events = [.key(.down)]
    #expect(recorder.nextEvent(timeout: nil) == .key(.down))
    recorder.draw(frame("three"))
    #expect(inner.frame == frame("three"))
    #expect(lines.count == count)
  }
}
