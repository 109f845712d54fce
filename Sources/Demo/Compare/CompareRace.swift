import BookStore
import Platform

/// Runs the strategies, each with its own process and library, so that they share no memory and no locks.
package final class CompareRace {
  package private(set) var options: CompareOptions
  private let folder: ScratchFolder
  private let program: String
  private var processes: [LoadingStrategy: StrategyProcess] = [:]
  private var waiting: ArraySlice<LoadingStrategy> = []
  private var changed: Set<LoadingStrategy> = []

  /// Creates the libraries in a scratch folder; `progress` receives the fraction done, from 0 to 1.
  package init(
    _ options: CompareOptions, in folder: ScratchFolder, program: String, progress: (Double) -> Void
  ) throws(StoreError) {
    (self.options, self.folder, self.program) = (options, folder, program)
    for (index, strategy) in LoadingStrategy.allCases.enumerated() {
      try ScratchLibrary(count: options.books).make(at: folder.library(of: strategy)) { part in
        progress((Double(index) + part) / Double(LoadingStrategy.allCases.count))
      }
    }
  }

  /// Starts all strategies, with new options if given; running ones are stopped.
  ///
  /// With a latency they run concurrently, because they mostly wait. Without one, each runs alone, so that the times are
  /// comparable.
  package func start(_ options: CompareOptions? = nil) throws(StoreError) {
    if let options { self.options = options }
    (processes, waiting) = ([:], LoadingStrategy.allCases[...])
    if self.options.latency > .zero {
      while let strategy = waiting.popFirst() { try start(strategy) }
    } else {
      try startNext()
    }
  }

  /// Reruns the strategy with a new budget, while others may be running.
  package func startBudget(_ options: CompareOptions) throws(StoreError) {
    self.options = options
    if !waiting.contains(.budget) { try start(.budget) }
  }

  private func startNext() throws(StoreError) {
    if let strategy = waiting.popFirst() { try start(strategy) }
  }

  private func start(_ strategy: LoadingStrategy) throws(StoreError) {
    // A run may still be using the library.
    processes[strategy] = nil
    if !changed.insert(strategy).inserted { try undoEdits(strategy) }
    let arguments = [
      "demo", "compare", "--runner", strategy.rawValue, "--folder", folder.path, "--books",
      "\(options.books)", "--latency", "\(options.microseconds)us", "--budget", "\(options.budget)",
    ]
    do throws(SystemError) {
      processes[strategy] = try StrategyProcess(program, arguments)
    } catch { throw .cannotOpen(path: program, reason: .system(errno: error.number)) }
  }

  /// Restores the original authors, so that each run reads and changes the same.
  private func undoEdits(_ strategy: LoadingStrategy) throws(StoreError) {
    let (database, library) = (try database(of: strategy), ScratchLibrary(count: options.books))
    try database.run("BEGIN IMMEDIATE")
    for book in options.task.edited.sorted() {
      let author = library.values(ofBook: book)[2]
      try database.run("UPDATE book SET author = ? WHERE pk = ?", [author, .integer(Int64(book))])
    }
    try database.run("COMMIT")
  }

  private func database(of strategy: LoadingStrategy) throws(StoreError) -> PlainDatabase {
    let database = try PlainDatabase(path: folder.library(of: strategy)) { _ in }
    try database.forgoSafety()
    return database
  }

  /// Takes the output of the processes, and starts the next one if it is its turn; never waits.
  package func look() throws(StoreError) {
    for process in processes.values { process.takeOutput() }
    if processes.values.allSatisfy(\.hasEnded) { try startNext() }
  }

  func figures(_ strategy: LoadingStrategy) -> StrategyFigures {
    processes[strategy]?.figures ?? StrategyFigures()
  }

  package var isOver: Bool { waiting.isEmpty && processes.values.allSatisfy(\.hasEnded) }

  /// Runs one strategy alone; throws `interrupted` after a signal, and `cannotOpen` if the strategy cannot start or fails.
  func run(_ strategy: LoadingStrategy) throws(StoreError) -> StrategyFigures {
    try start(strategy)
    while let process = processes[strategy], !process.hasEnded {
      if Interruption.isAsked { throw .interrupted }
      process.takeOutput()
      usleep(1_000)
    }
    let figures = figures(strategy)
    guard figures.isDone else { throw .cannotOpen(path: program, reason: .system(errno: ECHILD)) }
    return figures
  }

  func author(of book: Int, _ strategy: LoadingStrategy) throws(StoreError) -> String {
    let rows = try database(of: strategy).rows(
      "SELECT author FROM book WHERE pk = ?", [.integer(Int64(book))], columns: 1)
    guard case .text(let author)? = rows.first?.first else { return "" }
    return author.string
  }

  /// Runs the task in this process with a strategy, and prints its figures.
  package static func live(
    _ strategy: LoadingStrategy, _ options: CompareOptions, in folder: ScratchFolder
  ) throws(StoreError) {
    let run = try StrategyRun(
      strategy, options.task, path: folder.library(of: strategy), latency: options.latency,
      budget: options.budget
    ) { figures in
      print(figures.line)
      fflush(nil)
    }
    try run.run()
  }
}

extension ScratchFolder {
  fileprivate func library(of strategy: LoadingStrategy) -> String { path + "/\(strategy.rawValue).sqlite" }
}

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
      process = try SpawnedProcess(program, arguments, input: null, output: pipe.writing, keepsErrors: true)
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
