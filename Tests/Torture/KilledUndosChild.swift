import ArgumentParser

/// The process that is killed while it undoes a step.
struct KilledUndosChild: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "killed-undos-child", shouldDisplay: false)

  @Argument var folder: String
  @Argument var kind: String
  @Argument var what: String
  @Argument var batchSize: Int

  func run() throws {
    let step = LargeStep(LargeStep.Kind(rawValue: kind) ?? .set, folder: folder)
    let store = try step.store()
    if what == "make" {
      try step.make(store)
      // The step is not what the process dies of.
      store.flushLog()
    }
    Line.say("begins")
    _ = try step.reverse(store, batchSize: batchSize)
    _ = store.close()
  }
}
