import Records

/// Writes values to files, and reads files, one at a time on a thread with a connection of its own.
final class FileTransfers {
  /// What the thread reports, with the number of the transfer.
  let inbox = Inbox<(number: Int, news: TransferNews)>()

  /// The store's own files, which are neither imported nor replaced.
  let files: OpenFiles

  private let worker: Worker
  /// The transfer that is running, which restarts after a pause.
  private var running: Transfer?
  private var cancellation = Cancellation()
  /// The number of the latest transfer; news of older ones are dropped.
  private(set) var number = 0

  /// What the thread does.
  enum Transfer {
    case export(FileExport)
    case `import`(FileImport)
  }

  init(path: String, options: StoreOptions) {
    files = OpenFiles(database: path, logFolder: options.editLog?.folder)
    worker = Worker(path: path, options: options.readOnly, name: "transfer")
  }

  /// Ends the running transfer, and the thread.
  func stop() {
    cancel(waiting: true)
    worker.stop()
  }

  /// Whether a file is being written or read.
  var isUnderWay: Bool { running != nil }

  /// Whether the transfer may be reading the database.
  var isReading: Bool {
    if case .export = running { true } else { false }
  }

  /// Ends the running transfer; an incomplete file is removed.
  func cancel(waiting isWaiting: Bool) {
    cancellation.cancel()
    if isWaiting { worker.cancelAndWait() } else { worker.cancel() }
    running = nil
    number += 1
  }

  /// Stops reading the database until `resume()`, when an export starts again.
  func pause() {
    guard isReading else { return }
    cancellation.cancel()
    number += 1
    worker.cancelAndWait()
  }

  func resume() {
    if isReading, let running { start(running) }
  }

  /// Notes that the latest transfer is over.
  func end() {
    running = nil
  }

  /// Starts a transfer; one that is running is cancelled.
  func start(_ transfer: Transfer) {
    cancellation.cancel()
    cancellation = Cancellation()
    number += 1
    running = transfer
    let report: @Sendable (TransferNews) -> Void = { [inbox, number] in inbox.post((number, $0)) }
    worker.start(
      { [cancellation, files] connection throws(StoreError) in
        defer { connection.releaseMemory() }
        switch transfer {
        case .export(let export):
          try files.check(export.path)
          try export.run(on: connection, cancellation, report: report)
        case .import(let file):
          try files.check(file.path)
          try file.run(on: connection, cancellation, report: report)
        }
      }, fail: { report(.failed($0)) })
  }
}
