import Browser
import Cells
import CursesTerminal
import Demo

struct CompareSession {
  let race: CompareRace
  let folder: ScratchFolder

  /// Shows the strategies until the person or a signal ends it, and returns the exit status.
  func run() throws -> Int32 {
    let terminal = try CursesTerminal()
    defer { terminal.close() }
    var view = CompareView(race.options)
    try race.start()
    while true {
      try race.look()
      view.look(at: race)
      terminal.draw(view.draw(on: terminal.size))
      let isStill = race.isOver && !view.isMoving
      switch terminal.nextEvent(timeout: isStill ? nil : .milliseconds(50)) {
      case .key(.control("z")): terminal.suspend()
      case .key(let key):
        switch view.press(key) {
        case .quit: return 0
        case .run(let options): try race.start(options)
        case .runBudget(let options): try race.startBudget(options)
        case nil: break
        }
      case .signal(let signal):
        terminal.close()
        folder.remove()
        terminal.die(of: signal)
      case .closed: return 0
      default: break
      }
    }
  }
}
